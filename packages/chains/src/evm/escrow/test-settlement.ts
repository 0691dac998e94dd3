import { OUTCOME_CODES } from '@gateway/domain/escrows/contract'
import type { EscrowOutcome } from '@gateway/domain/escrows/machine'
import { bytesToHex, decodeFunctionData, getAddress, type Hex, parseTransaction, recoverAddress } from 'viem'
import { escrowFactoryAbi } from '../generated/escrow-contracts.ts'
import type { EvmRail } from '../rail.ts'
import { decisionDigest } from './decision.ts'

/** What a signed transaction asks of the factory of escrows. */
export interface OpenedSettlement {
  readonly outcome: EscrowOutcome
  /** The account whose signature of that outcome is the proof; undefined without one. */
  readonly signer: string | undefined
}

/** Opens the bytes of a settlement. @throws {Error} for any other call. */
export async function openSettlement(rail: EvmRail, raw: Uint8Array, escrow: string): Promise<OpenedSettlement> {
  const { data = '0x', to } = parseTransaction(bytesToHex(raw))
  const { functionName, args } = decodeFunctionData({ abi: escrowFactoryAbi, data })
  if (functionName !== 'settle' || to?.toLowerCase() !== rail.escrows.factory.toLowerCase())
    throw new Error(`${functionName} is no settlement`)
  const outcome = args[1] === OUTCOME_CODES.release ? 'release' : 'refund'
  return { outcome, signer: args[2] === '0x' ? undefined : await signerOf(rail, { escrow, outcome, signature: args[2] }) }
}

/** The account whose signature of an outcome this is. A text that is no hex recovers none and throws. */
export const signerOf = (
  { chainId, escrows: { factory } }: EvmRail,
  { escrow, outcome, signature }: { escrow: string; outcome: EscrowOutcome; signature: string },
): Promise<string> =>
  recoverAddress({ hash: decisionDigest({ factory, chainId, escrow: getAddress(escrow), outcome }), signature: signature as Hex })
