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

/** Terms and decisions by which an expired payment may come back. */
export type Expired = Pick<
  Payment,
  'state' | 'dueUnits' | 'toleranceUnits' | 'expiresAt' | 'lateVerdict' | 'acceptedAt' | 'returningUnits'
> &
  Ruled

const WHOLE_BPS = 10_000n

/** True when a coin still buys at least `keptBps` of what it bought at the locked rate; both in the payment's currency. */
export const isRateKept = (keptBps: Bps, locked: Decimal, arrival: Decimal): boolean =>
  arrival.digits * 10n ** BigInt(locked.scale) * WHOLE_BPS >= locked.digits * 10n ** BigInt(arrival.scale) * BigInt(keptBps)

/** True when what arrived before the end of the window is enough by itself; whenever it is looked at, it buys at the locked rate. */
export const isPaidInTime = (
  payment: Pick<Payment, 'dueUnits' | 'toleranceUnits' | 'expiresAt'>,
  live: readonly Pick<Deposit, 'units' | 'arrivedAt'>[],
): boolean => isSufficient(payment, sumUnits(live.filter(({ arrivedAt }) => arrivedAt < payment.expiresAt)))

/**
 * What has to be found out before an expired payment can be judged: the rate, or nothing but that the money came too late. Undefined when there
 * is nothing to decide, or somebody has decided.
 *
 * @param live - deposits of the payment's own asset that are seen or mined.
 */
export function lateQuestion(payment: Expired, live: readonly Deposit[]): 'rate' | 'too_late' | undefined {
  if (payment.state !== 'expired' || payment.lateVerdict !== null || payment.acceptedAt !== null) return undefined
  if (payment.returningUnits > 0n) return undefined
  if (!isSufficient(payment, sumUnits(live)) || isPaidInTime(payment, live)) return undefined
  return isSufficient(payment, sumUnits(inLateWindow(payment, live))) ? 'rate' : 'too_late'
}

/**
 * True when the deposits bring an expired payment back: its merchant has accepted what came, enough was there within the window and is there again, or
 * it came in time for its rate to count and that is good. Never once money of it was sent back: what has left must not count.
 */
export function comesBack(payment: Expired, live: readonly Deposit[]): boolean {
  if (payment.returningUnits > 0n) return false
  if (payment.acceptedAt !== null) return isSufficient(payment, sumUnits(live))
  if (isPaidInTime(payment, live)) return true
  return payment.lateVerdict === 'good' && isSufficient(payment, sumUnits(inLateWindow(payment, live)))
}

const inLateWindow = (payment: Expired, live: readonly Deposit[]): Deposit[] => live.filter((deposit) => isInLateWindow(payment, deposit))

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
