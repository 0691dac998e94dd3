import type { EscrowExit, EscrowOutcome } from '@gateway/domain/escrows/machine'
import { type Address, decodeEventLog, getAddress, type Hex, toEventSelector, zeroAddress } from 'viem'
import { watchKey } from '../address.ts'
import type { RawLog } from '../flush/deposit-factory.ts'
import { escrowAbi, escrowFactoryAbi } from '../generated/escrow-contracts.ts'

// Both as the contract numbers them.
const OUTCOMES = [undefined, 'release', 'refund'] as const satisfies readonly (EscrowOutcome | undefined)[]
const EXITS = ['signature', 'release_token', 'deadline', 'other_chain'] as const satisfies readonly EscrowExit[]

/** An event of an escrow. `token` is null for the native coin; amounts are base units. */
export type EscrowLog = { readonly escrow: Address } & (
  | { readonly kind: 'decided'; readonly outcome: EscrowOutcome; readonly by: EscrowExit }
  | {
      readonly kind: 'released'
      readonly token: Address | null
      readonly beneficiaryUnits: bigint
      readonly feeUnits: bigint
      readonly excessUnits: bigint
    }
  | { readonly kind: 'returned'; readonly token: Address | null; readonly units: bigint }
  | { readonly kind: 'payout_failed'; readonly token: Address | null; readonly reason: Hex }
  | { readonly kind: 'settle_failed'; readonly reason: Hex }
)

const factoryEvents = escrowFactoryAbi.filter((entry) => entry.type === 'event')
const escrowEvents = escrowAbi.filter((entry) => entry.type === 'event')

/** First topics of the events of escrows and their factory. */
export const ESCROW_TOPICS: readonly Hex[] = [...factoryEvents, ...escrowEvents].map(toEventSelector)

/**
 * Decodes an escrow event from a log; undefined for any other log.
 * Any contract can emit such a log. Outcomes and failures are decoded for this factory only. Payments name their emitter as the escrow; the
 * caller must look it up among its own escrow addresses.
 */
export function readEscrowLog(factory: Address, log: RawLog): EscrowLog | undefined {
  return watchKey(log.address) === watchKey(factory) ? readFactoryLog(log) : readPaidLog(log)
}

function readFactoryLog(log: RawLog): EscrowLog | undefined {
  const event = decode(factoryEvents, log)
  if (event === undefined) return undefined
  const { escrow } = event.args
  if (event.eventName === 'PayoutFailed')
    return { kind: 'payout_failed', escrow, token: tokenOf(event.args.token), reason: event.args.reason }
  if (event.eventName === 'SettleFailed') return { kind: 'settle_failed', escrow, reason: event.args.reason }
  const [outcome, by] = [OUTCOMES[event.args.outcome], EXITS[event.args.by]]
  return outcome && by && { kind: 'decided', escrow, outcome, by }
}

function readPaidLog(log: RawLog): EscrowLog | undefined {
  const event = decode(escrowEvents, log)
  if (event === undefined) return undefined
  const place = { escrow: getAddress(log.address), token: tokenOf(event.args.token) }
  if (event.eventName === 'Returned') return { kind: 'returned', ...place, units: event.args.amount }
  const { beneficiaryAmount, feeAmount, excessAmount } = event.args
  return { kind: 'released', ...place, beneficiaryUnits: beneficiaryAmount, feeUnits: feeAmount, excessUnits: excessAmount }
}

const tokenOf = (token: Address): Address | null => (token === zeroAddress ? null : token)

function decode<Events extends typeof factoryEvents | typeof escrowEvents>(abi: Events, { topics, data }: RawLog) {
  const [signature, ...indexed] = topics
  if (signature === undefined) return undefined
  try {
    return decodeEventLog({ abi, topics: [signature, ...indexed], data })
  } catch {
    // Another event, or one of the same name with another layout: neither is of the gateway's contracts.
    return undefined
  }
}
