import { sumUnits } from '@gateway/domain/money/units'
import { address, createKeyPairSignerFromPrivateKeyBytes, lamports } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import type { Lifetime } from '../read-fees.ts'
import type { ForwardLeg } from './plan-sol-forward.ts'
import { type SignedTransaction, signInstructions } from './sign-instructions.ts'

/** A planned forward of a deposit address, and its key. */
export interface SolForward {
  readonly privateKey: Uint8Array
  /** The lamports that leave it. */
  readonly balanceUnits: bigint
  readonly legs: readonly ForwardLeg[]
  readonly feeUnits: bigint
  readonly lifetime: Lifetime
}

/** Legs and fee do not use up the balance exactly; no such transaction is ever signed. */
export class UnbalancedForward extends Error {
  override readonly name = 'UnbalancedForward'
}

/**
 * Signs the transaction that pays the legs and the fee out of a deposit address, which is empty afterwards or keeps enough to exist.
 * A deposit that arrives in between makes the runtime refuse it, unless that one is large enough to stay there.
 * @throws {UnbalancedForward} unless legs and fee add up to the balance and every leg is positive.
 */
export async function signSolForward({ privateKey, balanceUnits, legs, feeUnits, lifetime }: SolForward): Promise<SignedTransaction> {
  if (legs.length === 0 || legs.some(({ units }) => units <= 0n))
    throw new UnbalancedForward('A forward pays at least one address, and no leg is empty')
  if (sumUnits(legs) + feeUnits !== balanceUnits) throw new UnbalancedForward('Legs and fee must use up the balance')
  const deposit = await createKeyPairSignerFromPrivateKeyBytes(privateKey)
  const instructions = legs.map(({ address: to, units }) =>
    getTransferSolInstruction({ source: deposit, destination: address(to), amount: lamports(units) }),
  )
  return signInstructions({ feePayer: deposit, lifetime, instructions })
}
