import type { Deposit } from '../chainwatch/deposit.ts'
import type { HeldAccount } from '../ledger/entry.ts'
import type { Decimal } from '../money/decimal.ts'
import type { Bps } from '../money/rounding.ts'
import { sumUnits } from '../money/units.ts'
import type { Payment } from './payment.ts'
import type { Ruled } from './payment-rules.ts'
import { isSufficient } from './rules.ts'

/**
 * What was decided about money that came after the window, once: the rate was still good, or had become poor, or the money came after the late
 * window, when no rate decides any more.
 */
export type LateVerdict = 'good' | 'poor' | 'too_late'

/** Terms and decisions by which money after the window may still complete a payment. */
export type Overdue = Pick<
  Payment,
  'state' | 'dueUnits' | 'toleranceUnits' | 'expiresAt' | 'lateVerdict' | 'acceptedAt' | 'returningUnits'
> &
  Ruled

const WHOLE_BPS = 10_000n

/** True when a coin still buys at least `keptBps` of what it bought at the locked rate; both in the payment's currency. */
export const isRateKept = (keptBps: Bps, locked: Decimal, arrival: Decimal): boolean =>
  arrival.digits * 10n ** BigInt(locked.scale) * WHOLE_BPS >= locked.digits * 10n ** BigInt(arrival.scale) * BigInt(keptBps)

/**
 * Gives replacements the arrival of what they replace, if enough money was shown within the window to lock its rate: a payer who raises the fee of a payment
 * keeps the rate, and nobody locks one with a small deposit that a full one replaces later.
 *
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

/** Deposits that arrived before the end of the window; whenever they are looked at, they buy at the locked rate. */
export const inWindow = <Known extends Pick<Deposit, 'arrivedAt'>>(payment: Pick<Payment, 'expiresAt'>, live: readonly Known[]): Known[] =>
  live.filter(({ arrivedAt }) => arrivedAt < payment.expiresAt)

/**
 * The question to settle before money that arrived after the window can count: its rate, or only that it came too late. Undefined when there
 * is nothing to decide, or somebody has decided.
 *
 * A detected payment is asked as well: deposits of the window that another transaction contradicts lock no rate for that transaction.
 *
 * @param live - deposits of the payment's own asset that are seen or mined.
 */
export function lateQuestion(payment: Overdue, live: readonly Deposit[]): 'rate' | 'too_late' | undefined {
  if (payment.lateVerdict !== null || !dependsOnLateMoney(payment, live)) return undefined
  return isSufficient(payment, sumUnits(inLateWindow(payment, live))) ? 'rate' : 'too_late'
}

/**
 * True when a rate was judged for money that is not there any more, and other money has come since: that has a rate of its own.
 *
 * @param judgedAt - the arrival whose rate was judged.
 */
export function isVerdictStale(payment: Overdue, live: readonly Deposit[], judgedAt: Date): boolean {
  if (!dependsOnLateMoney(payment, live)) return false
  return !isSufficient(payment, sumUnits(live.filter(({ arrivedAt }) => arrivedAt <= judgedAt)))
}

/** Enough is there, but not without money that arrived after the window, and nobody has decided. */
function dependsOnLateMoney(payment: Overdue, live: readonly Deposit[]): boolean {
  if (payment.state !== 'expired' && payment.state !== 'detected') return false
  if (payment.acceptedAt !== null || payment.returningUnits > 0n) return false
  return isSufficient(payment, sumUnits(live)) && !isSufficient(payment, sumUnits(inWindow(payment, live)))
}

/**
 * The deposits that may complete a payment which was detected or has expired: all once its merchant has accepted them, those of the window while they
 * are enough, those of the late window too once their rate is good. None once money of it was sent back: what has left must not count.
 */
export function admissible(payment: Overdue, live: readonly Deposit[]): readonly Deposit[] {
  if (payment.returningUnits > 0n) return []
  if (payment.acceptedAt !== null) return live
  const inTime = inWindow(payment, live)
  return payment.lateVerdict === 'good' && !isSufficient(payment, sumUnits(inTime)) ? inLateWindow(payment, live) : inTime
}

const inLateWindow = (payment: Overdue, live: readonly Deposit[]): Deposit[] => live.filter((deposit) => isInLateWindow(payment, deposit))

/** Where a deposit is booked: with its payment, or in suspense when it is another asset, or came so late that its payment is over for good. */
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
