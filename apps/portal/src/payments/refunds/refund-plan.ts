import { assetOf } from '@gateway/domain/money/asset'
import { findPlainDecimal, findUnits, formatUnits } from '@gateway/domain/money/decimal'
import { fiatDecimals, findMinorUnits } from '@gateway/domain/money/fiat'
import type { RefundRate } from '@gateway/domain/payments/assisted-refund'
import { InvalidAmount } from '@gateway/domain/payments/errors'
import { type RefundPrice, type RefundSum, sumOfRefund, type WantedRefund } from '@gateway/domain/payments/refundable'
import { withPoint } from '../../ui/form/decimal-comma.ts'
import type { Detail } from '../payment.tsx'

/** How much goes back, as it was chosen and typed. */
export interface RefundChoice {
  readonly part: 'rest' | 'surplus' | 'part'
  /** Of a part: in which money its amount was typed. */
  readonly unit: 'fiat' | 'coin'
  readonly typed: string
  /** By which price an amount of the currency becomes one of the coin. */
  readonly rate: RefundRate
}

/** What a refund is worked out from. */
export interface RefundFacts {
  readonly payment: Pick<Detail['payment'], 'amount' | 'crypto_amount' | 'amount_received' | 'currency' | 'blockchain' | 'status'>
  /** The price of the payment. */
  readonly rate: Pick<Detail['rate'], 'rate' | 'spread_percent'>
  readonly leftUnits: bigint
  /** Fiat for one coin now; undefined until it is known. */
  readonly current: string | undefined
}

/** The members of the request that say how much. */
interface AmountWish {
  readonly amount?: string
  readonly amountCrypto?: string
  readonly rate?: RefundRate
}

/** What will be refunded, and what asks for it. */
export interface RefundPlan extends RefundSum {
  readonly request: AmountWish
}

const PERCENT_BPS = 100

/** What a choice would refund, or why it cannot: by the functions that the gateway itself uses, so that both say one amount. */
export function planRefund(facts: RefundFacts, choice: RefundChoice): RefundPlan | { readonly problem: string } {
  const wish = wishOf(facts, choice)
  if ('problem' in wish) return wish
  const rate = wish.request.rate ?? 'payment'
  const price = priceOf(facts, rate)
  if (price === undefined) return { problem: 'The current rate is not known yet' }
  try {
    return { ...sumOfRefund(wish.wanted, { payment: moneyOf(facts), rate, price, leftUnits: facts.leftUnits }), request: wish.request }
  } catch (error) {
    if (error instanceof InvalidAmount) return { problem: problemOf(error) }
    throw error
  }
}

const problemOf = ({ details, message }: InvalidAmount): string => (Array.isArray(details) ? String(details[0]?.message) : message)

/** What was received beyond what was asked for, as far as it can still be refunded. */
export function surplusOf({ payment, leftUnits }: Pick<RefundFacts, 'payment' | 'leftUnits'>): bigint {
  const over = unitsOf(payment, payment.amount_received) - unitsOf(payment, payment.crypto_amount)
  if (over <= 0n) return 0n
  return over < leftUnits ? over : leftUnits
}

interface Wish {
  readonly wanted: WantedRefund
  readonly request: AmountWish
}

function wishOf(facts: RefundFacts, { part, unit, typed, rate }: RefundChoice): Wish | { readonly problem: string } {
  if (part === 'rest') return { wanted: 'rest', request: {} }
  if (part === 'surplus') return coinWish(facts, surplusOf(facts))
  const text = withPoint(typed.trim())
  if (text === '') return { problem: 'Is required' }
  if (unit === 'coin') {
    const { decimals } = assetOf(facts.payment.blockchain)
    const units = findUnits(text, decimals)
    return units === undefined ? { problem: `Must be an amount with at most ${decimals} digits after the point` } : coinWish(facts, units)
  }
  const { currency } = facts.payment
  const decimal = findPlainDecimal(text)
  const fiatMinor = decimal && findMinorUnits(decimal, currency)
  if (fiatMinor === undefined) return { problem: 'Must be an amount such as 12.50' }
  return { wanted: { fiatMinor }, request: { amount: formatUnits(fiatMinor, fiatDecimals[currency]), rate } }
}

const coinWish = ({ payment }: RefundFacts, units: bigint): Wish => ({
  wanted: { units },
  request: { amountCrypto: formatUnits(units, assetOf(payment.blockchain).decimals) },
})

function priceOf({ payment, rate, current }: RefundFacts, by: RefundRate): RefundPrice | undefined {
  const decimal = findPlainDecimal(by === 'payment' ? rate.rate : (current ?? ''))
  if (decimal === undefined) return undefined
  const spreadBps = Math.round(by === 'payment' ? rate.spread_percent * PERCENT_BPS : 0) as RefundPrice['spreadBps']
  return { asset: assetOf(payment.blockchain), currency: payment.currency, rate: decimal, spreadBps }
}

function moneyOf({ payment }: RefundFacts) {
  const amount = findPlainDecimal(String(payment.amount))
  return {
    fiatMinor: (amount && findMinorUnits(amount, payment.currency)) ?? 0n,
    dueUnits: unitsOf(payment, payment.crypto_amount),
    receivedUnits: unitsOf(payment, payment.amount_received),
    state: payment.status,
  }
}

/** An amount of the payment's coin in base units. */
export const unitsOf = ({ blockchain }: Pick<RefundFacts['payment'], 'blockchain'>, amount: string): bigint =>
  findUnits(amount, assetOf(blockchain).decimals) ?? 0n
