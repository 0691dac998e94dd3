import { sumUnits } from '@gateway/domain/money/units'
import { address, createKeyPairSignerFromPrivateKeyBytes, type Instruction, type KeyPairSigner } from '@solana/kit'
import {
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import type { TokenHolding } from '../read-accounts.ts'
import { associatedAccountOf } from '../associated-account.ts'
import type { Lifetime } from '../read-fees.ts'
import { divideHoldings } from './divide-holdings.ts'
import type { ForwardLeg } from './plan-sol-forward.ts'
import { type SignedTransaction, signInstructions } from './sign-instructions.ts'
import { UnbalancedForward } from './sign-sol-forward.ts'

/** A payment of tokens to the owner of an account. */
export interface TokenLeg extends ForwardLeg {
  /** False where the account has to exist: should its owner have closed it, the transaction fails and the platform pays for no new one. */
  readonly mayOpen: boolean
}

/** A forward of a deposit's tokens, paid for by the platform's gas payer. */
export interface TokenForward {
  /** Key of the deposit, which owns the token accounts and needs no SOL. */
  readonly depositKey: Uint8Array
  /** Key that pays the fee and the rent of new token accounts, and gets the rent of the closed ones. */
  readonly gasPayerKey: Uint8Array
  readonly mint: string
  readonly decimals: number
  /** The token accounts of the deposit, with the units that leave each. */
  readonly holdings: readonly TokenHolding[]
  /** The account to close, which is empty then; its rent goes to the gas payer. */
  readonly closes: string | undefined
  /** Payments to the owners of token accounts, not to the accounts. */
  readonly legs: readonly TokenLeg[]
  readonly lifetime: Lifetime
}

/**
 * Signs the transaction that pays the legs out of a deposit's token accounts and closes one. A payee's associated token account is created
 * where it is missing and may be. A deposit that arrives in between makes the runtime refuse it: an account with tokens cannot be closed.
 * @throws {UnbalancedForward} unless the legs use up the holdings and every leg is positive.
 * @throws {Error} when there are too many holdings for one transaction.
 */
export async function signTokenForward(request: TokenForward): Promise<SignedTransaction> {
  const { holdings, legs, lifetime, closes } = request
  if (legs.length === 0 || legs.some(({ units }) => units <= 0n))
    throw new UnbalancedForward('A forward pays at least one address, and no leg is empty')
  if (sumUnits(legs) !== sumUnits(holdings)) throw new UnbalancedForward('The legs must use up the holdings')
  const deposit = await createKeyPairSignerFromPrivateKeyBytes(request.depositKey)
  const gasPayer = await createKeyPairSignerFromPrivateKeyBytes(request.gasPayerKey)
  const accounts = await Promise.all(legs.map((leg) => openAccount(request, leg, gasPayer)))
  const instructions = [
    ...accounts.flatMap(({ creation }) => creation),
    ...divideHoldings(holdings, legs).map((part) => transferOf(request, deposit, { ...part, to: accounts[part.leg]?.account ?? '' })),
    ...(closes === undefined
      ? []
      : [getCloseAccountInstruction({ account: address(closes), destination: gasPayer.address, owner: deposit })]),
  ]
  return signInstructions({ feePayer: gasPayer, lifetime, instructions })
}

/** The associated token account of a payee, and the instruction that creates it unless it exists; none where it may not be created. */
async function openAccount(
  { mint: text }: TokenForward,
  leg: TokenLeg,
  gasPayer: KeyPairSigner,
): Promise<{ account: string; creation: Instruction[] }> {
  const [owner, mint] = [address(leg.address), address(text)]
  const ata = await associatedAccountOf(owner, mint)
  return {
    account: ata,
    creation: leg.mayOpen ? [getCreateAssociatedTokenIdempotentInstruction({ payer: gasPayer, ata, owner, mint })] : [],
  }
}

interface Part {
  readonly from: string
  readonly to: string
  readonly units: bigint
}

const transferOf = ({ mint, decimals }: TokenForward, authority: KeyPairSigner, { from, to, units }: Part): Instruction =>
  getTransferCheckedInstruction({
    source: address(from),
    mint: address(mint),
    destination: address(to),
    authority,
    amount: units,
    decimals,
  })
