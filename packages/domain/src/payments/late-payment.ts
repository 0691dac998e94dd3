import type { Deposit } from '../chainwatch/deposit.ts'
import type { HeldAccount } from '../ledger/entry.ts'
import type { Decimal } from '../money/decimal.ts'
import type { Bps } from '../money/rounding.ts'
import { sumUnits } from '../money/units.ts'
import type { Payment } from './payment.ts'
import type { Ruled } from './payment-rules.ts'
import { isSufficient } from './rules.ts'

/** The verdict on late money, given once: the rate was kept, the rate had become poor, or the money arrived after the late window. */
export type LateVerdict = 'good' | 'poor' | 'too_late'

/** The terms and decisions by which late money may still complete a payment. */
export type Overdue = Pick<
  Payment,
  'state' | 'dueUnits' | 'toleranceUnits' | 'expiresAt' | 'lateVerdict' | 'acceptedAt' | 'returningUnits'
> &
  Ruled

const WHOLE_BPS = 10_000n

/** True when a coin keeps at least `keptBps` of its value at the locked rate; both rates are in the payment's currency. */
export const isRateKept = (keptBps: Bps, locked: Decimal, arrival: Decimal): boolean =>
  arrival.digits * 10n ** BigInt(locked.scale) * WHOLE_BPS >= locked.digits * 10n ** BigInt(arrival.scale) * BigInt(keptBps)

/**
 * Gives a replacement the arrival of the deposit it replaces, if the deposits of the window were sufficient to lock the rate: a fee bump
 * keeps the rate, but nobody locks one with a small deposit and replaces it by a full one later.
 * @param counted - every deposit of the payment's own asset, gone ones too.
 */
export function withInheritedArrivals<Known extends Pick<Deposit, 'units' | 'arrivedAt' | 'inheritedArrival'>>(
  payment: Pick<Payment, 'dueUnits' | 'toleranceUnits' | 'expiresAt'>,
  counted: readonly Known[],
): readonly Known[] {
  if (!isSufficient(payment, sumUnits(inWindow(payment, counted)))) return counted
  return counted.map((deposit) => ({ ...deposit, arrivedAt: earlier(deposit.arrivedAt, deposit.inheritedArrival) }))
}

const earlier = (own: Date, inherited: Date | null): Date => (inherited && inherited < own ? inherited : own)

/** Deposits that arrived within the window; they always count at the locked rate. */
export const inWindow = <Known extends Pick<Deposit, 'arrivedAt'>>(payment: Pick<Payment, 'expiresAt'>, live: readonly Known[]): Known[] =>
  live.filter(({ arrivedAt }) => arrivedAt < payment.expiresAt)

/**
 * The open question about late money: its rate, or only that it is too late. Undefined when it changes nothing or is decided.
 * A detected payment needs one too: a window deposit that conflicts with another transaction locks no rate for that transaction.
 * @param live - seen or mined deposits of the payment's own asset.
 */
export function lateQuestion(payment: Overdue, live: readonly Deposit[]): 'rate' | 'too_late' | undefined {
  if (payment.lateVerdict !== null || !dependsOnLateMoney(payment, live)) return undefined
  return isSufficient(payment, sumUnits(inLateWindow(payment, live))) ? 'rate' : 'too_late'
}

/**
 * True when the verdict concerned vanished money and other money has arrived since, with a rate of its own.
 * @param judgedAt - the arrival whose rate was judged.
 */
export function isVerdictStale(payment: Overdue, live: readonly Deposit[], judgedAt: Date): boolean {
  if (!dependsOnLateMoney(payment, live)) return false
  return !isSufficient(payment, sumUnits(live.filter(({ arrivedAt }) => arrivedAt <= judgedAt)))
}

/** The amount suffices only with late money, and no verdict exists. */
function dependsOnLateMoney(payment: Overdue, live: readonly Deposit[]): boolean {
  if (payment.state !== 'expired' && payment.state !== 'detected') return false
  if (payment.acceptedAt !== null || payment.returningUnits > 0n) return false
  return isSufficient(payment, sumUnits(live)) && !isSufficient(payment, sumUnits(inWindow(payment, live)))
}

/**
 * The deposits that may complete a detected or expired payment: all after the merchant's acceptance; those of the window while they
 * suffice; those of the late window too at a good rate. None once a refund was planned, because refunded money must not count.
 */
export function admissible(payment: Overdue, live: readonly Deposit[]): readonly Deposit[] {
  if (payment.returningUnits > 0n) return []
  if (payment.acceptedAt !== null) return live
  const inTime = inWindow(payment, live)
  return payment.lateVerdict === 'good' && !isSufficient(payment, sumUnits(inTime)) ? inLateWindow(payment, live) : inTime
}

const inLateWindow = (payment: Overdue, live: readonly Deposit[]): Deposit[] => live.filter((deposit) => isInLateWindow(payment, deposit))

/** The account a deposit is booked to: its payment's, or suspense for another asset or after the late window. */
export function heldAccountOf(
  payment: Pick<Payment, 'state' | 'asset' | 'expiresAt'> & Ruled,
  deposit: Pick<Deposit, 'asset' | 'arrivedAt'>,
): HeldAccount {
  if (deposit.asset !== payment.asset) return 'suspense:wrong_asset'
  const isOver = payment.state === 'expired' || payment.state === 'failed'
  return isOver && !isInLateWindow(payment, deposit) ? 'suspense:late' : 'payment:held'
}

const isInLateWindow = ({ expiresAt, rules }: Pick<Payment, 'expiresAt'> & Ruled, { arrivedAt }: Pick<Deposit, 'arrivedAt'>): boolean =>
  arrivedAt.getTime() < expiresAt.getTime() + rules.lateWindowMs
