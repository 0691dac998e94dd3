import { OUTCOME_CODES } from '@gateway/domain/escrows/contract'
import type { EscrowOutcome } from '@gateway/domain/escrows/machine'
import { type Address, encodeFunctionData, type Hex, zeroAddress } from 'viem'
import type { GasSchedule } from '../fees/gas-schedules.ts'
import { escrowFactoryAbi } from '../generated/escrow-contracts.ts'
import { type EscrowTerms, toEscrowTuple } from './escrow-terms.ts'

/** An outcome of an escrow with its proof. */
export interface Settlement {
  readonly terms: EscrowTerms
  readonly outcome: EscrowOutcome
  /** Of `signDecision` or `releaseProof`, or `NO_PROOF`. */
  readonly proof: Hex
}

/** The proof of a refund after the deadline or on another chain, and of an outcome that is already recorded. */
export const NO_PROOF: Hex = '0x'

/** Maximum items of a batch. */
const MAX_SETTLEMENTS = 50

// An item's calldata: 576 bytes, of which at most 300 are not zero, at 16 and 4 gas, rounded up.
const ITEM_CALLDATA_GAS = 7_000n
const TRANSACTION_GAS = 40_000n

/** Calldata that records and pays one outcome. The transaction reverts when the proof is not valid. */
export function encodeSettle(settlement: Settlement): Hex {
  const { terms, outcome, proof } = onChain(settlement)
  return encodeFunctionData({ abi: escrowFactoryAbi, functionName: 'settle', args: [terms, outcome, proof] })
}

/**
 * Calldata that settles many escrows in one transaction; a failed item leaves a `settle_failed` log and the others are settled.
 * @throws {RangeError} for no items, more than `MAX_SETTLEMENTS`, or an id that appears twice.
 */
export function encodeSettleMany(settlements: readonly Settlement[]): Hex {
  if (settlements.length === 0 || settlements.length > MAX_SETTLEMENTS)
    throw new RangeError(`A batch has 1 to ${MAX_SETTLEMENTS} items, not ${settlements.length}.`)
  if (new Set(settlements.map(({ terms }) => terms.id.toLowerCase())).size < settlements.length)
    throw new RangeError('A batch names every id once.')
  return encodeFunctionData({ abi: escrowFactoryAbi, functionName: 'settleMany', args: [settlements.map(onChain)] })
}

/** Calldata that returns a token and all native coin of a decided escrow to its depositor. `token` is null for native coin alone. */
export function encodeEscrowFlush(terms: EscrowTerms, token: Address | null): Hex {
  return encodeFunctionData({ abi: escrowFactoryAbi, functionName: 'flush', args: [toEscrowTuple(terms), token ?? zeroAddress] })
}

/** Gas limit for one settlement or a batch of this size; unused gas costs nothing. */
export function settlementGasLimit({ item }: GasSchedule, itemCount: number): bigint {
  const items = BigInt(itemCount)
  return TRANSACTION_GAS + items * ITEM_CALLDATA_GAS + (items + 1n) * item.settlement
}

const onChain = ({ terms, outcome, proof }: Settlement) => ({ terms: toEscrowTuple(terms), outcome: OUTCOME_CODES[outcome], proof })
