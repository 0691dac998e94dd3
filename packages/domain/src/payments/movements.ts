import type { Deposit } from '../chainwatch/deposit.ts'
import type { SpendIntent } from '../custody/intent.ts'
import { shownDeposits } from './assessment.ts'
import { isCompleted } from './machine.ts'
import type { Payment } from './payment.ts'
import type { Split } from './rules.ts'

/** Status of a deposit, as clients see it. */
export const depositStatuses = ['seen', 'confirmed', 'held', 'returned', 'orphaned'] as const
/** One of them: `held` waits for a decision, `returned` was refunded, `orphaned` has left the chain. */
export type DepositStatus = (typeof depositStatuses)[number]

/** Status of a payout, as clients see it. */
export const payoutStatuses = ['waiting', 'sent', 'final'] as const
/** One of them. */
export type PayoutStatus = (typeof payoutStatuses)[number]

/** A deposit with what became of it. */
export interface KnownDeposit extends Deposit {
  /** Contract address of its token; set for every token. */
  readonly token: string | null
  /** The revision of its credit in the ledger; null before. */
  readonly creditRevision: number | null
  /** The payout that takes it; null before. */
  readonly intentId: string | null
  /** Its unsupported token was flushed. */
  readonly isFlushed: boolean
}

/** A payout of a payment, as it is planned or was paid. */
export interface KnownPayout extends Split, Pick<SpendIntent, 'id' | 'purpose' | 'leg' | 'asset' | 'units' | 'state'> {
  /** Why it waits, as clients see it; null while nothing stops it. */
  readonly reason: string | null
  /** The transaction on the network; null before it was sent. */
  readonly txId: string | null
  readonly createdAt: Date
}

/** Everything that arrived for a payment and left it, each oldest first. */
export interface Movements {
  readonly deposits: readonly KnownDeposit[]
  readonly payouts: readonly KnownPayout[]
}

/** The movements of a new payment. */
export const NO_MOVEMENTS: Movements = { deposits: [], payouts: [] }

type Owner = Pick<Payment, 'asset' | 'state' | 'returningUnits'>

/** The deposits that add up to `amount_received`. */
export const countedDeposits = (payment: Owner, deposits: readonly KnownDeposit[]): ReadonlySet<KnownDeposit> =>
  new Set(shownDeposits(payment, deposits))

/** The status of a deposit of a payment. @param payout - the payout that takes it. */
export function depositStatus(payment: Owner, deposit: KnownDeposit, payout: KnownPayout | undefined): DepositStatus {
  if (deposit.state === 'gone') return 'orphaned'
  if (payout) return payout.purpose === 'forward' ? 'confirmed' : payout.state === 'final' ? 'returned' : 'held'
  if (deposit.state === 'seen') return 'seen'
  if (deposit.asset === null) return deposit.isFlushed ? 'confirmed' : 'held'
  if (deposit.creditRevision === null) return 'seen'
  return awaitsDecision(payment, deposit) ? 'held' : 'confirmed'
}

/** Credited money that no rule forwards. */
const awaitsDecision = (payment: Owner, deposit: KnownDeposit): boolean =>
  deposit.asset !== payment.asset || payment.returningUnits > 0n || payment.state === 'expired' || payment.state === 'failed'

/** The status of a payout. */
export function payoutStatus({ state, txId }: KnownPayout): PayoutStatus {
  if (state === 'final') return 'final'
  return txId === null ? 'waiting' : 'sent'
}

/**
 * What a merchant can see of a payment's movements, as a text to compare; empty while nothing has moved. Of the forward that the payment's
 * status tells of only the reason for which it waits is in it; confirmations are not.
 */
export function movementsText(payment: Owner & Pick<Payment, 'receivedUnits' | 'exceptions'>, { deposits, payouts }: Movements): string {
  const byId = new Map(payouts.map((payout) => [payout.id, payout]))
  const counted = countedDeposits(payment, deposits)
  const arrived = deposits.map((deposit) => {
    const status = depositStatus(payment, deposit, byId.get(deposit.intentId ?? ''))
    return [deposit.id, deposit.asset, deposit.units, counted.has(deposit), settled.has(status) ? '' : status].join()
  })
  const left = payouts.flatMap((payout) => toldOf(payment, payout))
  const received = payment.receivedUnits === 0n ? [] : [String(payment.receivedUnits)]
  return [...received, ...payment.exceptions, ...arrived, ...left].join('\n')
}

/** The status of the payment tells of these. */
const settled: ReadonlySet<DepositStatus> = new Set(['seen', 'confirmed'])

function toldOf(payment: Owner, payout: KnownPayout): string[] {
  const { id, reason } = payout
  if (!isTold(payment, payout)) return [[id, payoutStatus(payout), reason].join()]
  return reason === null ? [] : [`${id},${reason}`]
}

const isTold = ({ asset, state }: Owner, payout: KnownPayout): boolean =>
  payout.purpose === 'forward' && payout.leg === 0 && payout.asset === asset && isCompleted(state)

/** How a payment became good: `paid` in full, within the `tolerance`, or `accepted` by a decision; null before `confirmed`. */
export const resolutions = ['paid', 'tolerance', 'accepted'] as const
/** One of them. */
export type Resolution = (typeof resolutions)[number]

/** How a payment becomes good by its amounts at its confirmation. */
export function resolutionOf({ receivedUnits, dueUnits }: Pick<Payment, 'receivedUnits' | 'dueUnits'>, wasAccepted: boolean): Resolution {
  if (wasAccepted) return 'accepted'
  return receivedUnits >= dueUnits ? 'paid' : 'tolerance'
}
