import type { Asset } from '../money/asset.ts'
import type { Decimal } from '../money/decimal.ts'
import { type FiatCode, fiatDecimals } from '../money/fiat.ts'
import { type Bps, divideDown } from '../money/rounding.ts'
import type { AssistedRefund, RefundRate } from './assisted-refund.ts'
import { InvalidAmount } from './errors.ts'
import { isCompleted } from './machine.ts'
import type { Payment } from './payment.ts'

/** What a refund that the merchant pays takes from what can still be refunded. */
export interface TakenRefund extends Pick<AssistedRefund, 'state' | 'units'> {
  /** All transfers of it, those that a reorg removed too: a later block may hold them again. */
  readonly assignedUnits: bigint
}

/** An ended refund takes what transfers have paid of it, every other one its whole amount. */
export function takenUnits({ state, units, assignedUnits }: TakenRefund): bigint {
  const isEnded = state === 'cancelled' || state === 'expired'
  return isEnded && assignedUnits < units ? assignedUnits : units
}

/** What can still be refunded of a payment by its merchant, never below zero. `heldUnits` lie with the gateway, which alone can send them. */
export function leftToRefund(
  { receivedUnits, returningUnits }: Pick<Payment, 'receivedUnits' | 'returningUnits'>,
  { refunds, heldUnits }: { readonly refunds: readonly TakenRefund[]; readonly heldUnits: bigint },
): bigint {
  const left = receivedUnits - returningUnits - heldUnits - refunds.reduce((sum, refund) => sum + takenUnits(refund), 0n)
  return left > 0n ? left : 0n
}

/** A price by which an amount of a currency becomes one of a coin. */
export interface RefundPrice {
  readonly asset: Asset
  readonly currency: FiatCode
  readonly rate: Decimal
  readonly spreadBps: Bps
}

/** The coin for an amount of a currency, by the same formula as the amount of a payment, and rounded down once to its base unit. */
export function refundUnits(minorUnits: bigint, { asset, currency, rate, spreadBps }: RefundPrice): bigint {
  const numerator = minorUnits * 10n ** BigInt(asset.decimals + rate.scale) * 10_000n
  return divideDown(numerator, 10n ** BigInt(fiatDecimals[currency]) * rate.digits * BigInt(10_000 - spreadBps))
}

/** The value of an amount of the coin in the smallest unit of a currency, by the same price, rounded down. */
export function refundMinor(units: bigint, { asset, currency, rate, spreadBps }: RefundPrice): bigint {
  const numerator = units * rate.digits * 10n ** BigInt(fiatDecimals[currency]) * BigInt(10_000 - spreadBps)
  return divideDown(numerator, 10n ** BigInt(asset.decimals + rate.scale) * 10_000n)
}

/** How much a merchant refunds: an amount of the currency, one of the coin, or everything that is left. */
export type WantedRefund = { readonly fiatMinor: bigint } | { readonly units: bigint } | 'rest'

/** The amount of a refund, in the coin and in the currency of its payment. */
export interface RefundSum {
  readonly units: bigint
  readonly fiatMinor: bigint
}

/** What an amount is worked out by. */
interface RefundBasis {
  readonly payment: Pick<Payment, 'fiatMinor' | 'dueUnits' | 'receivedUnits' | 'state'>
  readonly rate: RefundRate
  readonly price: RefundPrice
  readonly leftUnits: bigint
}

/**
 * The amount of a refund. By the payment's own price the whole amount of a completed payment is what it asked for, to the last unit, or what it received
 * where that is less.
 *
 * @throws {InvalidAmount} for nothing, and for more coin than is left, whatever the rate.
 */
export function sumOfRefund(wanted: WantedRefund, basis: RefundBasis): RefundSum {
  const sum =
    wanted === 'rest'
      ? sumOfUnits(basis.leftUnits, basis)
      : 'units' in wanted
        ? sumOfUnits(wanted.units, basis)
        : sumOfFiat(wanted.fiatMinor, basis)
  const field = wanted !== 'rest' && 'units' in wanted ? 'amount_crypto' : 'amount'
  if (sum.units <= 0n) throw new InvalidAmount('is less than the smallest unit of the coin', field)
  if (sum.units > basis.leftUnits) throw new InvalidAmount('is more than is left to refund', field)
  return sum
}

function sumOfFiat(fiatMinor: bigint, { payment, rate, price }: RefundBasis): RefundSum {
  const { dueUnits, receivedUnits, state } = payment
  const isWhole = rate === 'payment' && fiatMinor === payment.fiatMinor && isCompleted(state)
  if (!isWhole) return { units: refundUnits(fiatMinor, price), fiatMinor }
  return { units: receivedUnits < dueUnits ? receivedUnits : dueUnits, fiatMinor }
}

function sumOfUnits(units: bigint, { payment, rate, price }: RefundBasis): RefundSum {
  const isWhole = rate === 'payment' && units === payment.dueUnits
  return { units, fiatMinor: isWhole ? payment.fiatMinor : refundMinor(units, price) }
}
