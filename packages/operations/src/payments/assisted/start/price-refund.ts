import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import { InvalidField } from '@gateway/domain/kernel/error'
import { type Asset, assetOf } from '@gateway/domain/money/asset'
import { type Decimal, findUnits, formatUnits } from '@gateway/domain/money/decimal'
import type { RefundRate } from '@gateway/domain/payments/assisted-refund'
import { InvalidAmount } from '@gateway/domain/payments/errors'
import type { RefundPrice, WantedRefund } from '@gateway/domain/payments/refundable'
import type { Context } from '../../../kernel/context.ts'
import { minorUnitsOf } from '../../../rates/minor-units-of.ts'
import { quotePrice } from '../../../rates/quote-price.ts'
import { quoteOf, readQuotes } from '../../../rates/read-quotes.ts'

/** An amount as a merchant names it; everything that is left without one. */
export interface NamedAmount {
  readonly amount?: Decimal | undefined
  readonly amountCrypto?: Decimal | undefined
}

/**
 * What a merchant wants to refund, in base units or in the smallest unit of the payment's currency.
 *
 * @throws {InvalidField} for both. @throws {InvalidAmount} when one is finer than its unit, or not positive.
 */
export function readWanted(
  { asset, currency }: Pick<PaymentEntity, 'asset' | 'currency'>,
  { amount, amountCrypto }: NamedAmount,
): WantedRefund {
  if (amount !== undefined && amountCrypto !== undefined) throw new InvalidField('amount_crypto', 'goes instead of amount')
  if (amount !== undefined) return { fiatMinor: minorUnitsOf(amount, currency) }
  return amountCrypto === undefined ? 'rest' : { units: readUnits(assetOf(asset), amountCrypto) }
}

/** @throws {InvalidAmount} */
function readUnits({ code, decimals }: Asset, amount: Decimal): bigint {
  const units = findUnits(formatUnits(amount.digits, amount.scale), decimals)
  if (units === undefined) throw new InvalidAmount(`has more than the ${decimals} decimals of ${code}`, 'amount_crypto')
  return units
}

/** The price of a refund: the payment's own, with the spread that its payer paid, or the current one. @throws {RateUnavailable} */
export async function priceRefund(
  em: Em,
  ctx: Pick<Context, 'rates' | 'clock' | 'ids'>,
  { payment, rate }: { readonly payment: PaymentEntity; readonly rate: RefundRate },
): Promise<RefundPrice> {
  const { asset, currency } = payment
  const quote =
    rate === 'payment' ? quoteOf(await readQuotes(em, [payment]), payment) : await quotePrice(ctx, { asset, currency, spreadBps: 0 })
  return { asset: assetOf(asset), currency, rate: quote.rate, spreadBps: quote.spreadBps }
}
