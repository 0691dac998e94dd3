import type { Rail } from '@gateway/chains/rail'
import { type Asset, assetOf } from '@gateway/domain/money/asset'
import { type Decimal, findJsonDecimal, formatUnits } from '@gateway/domain/money/decimal'
import { dueUnits, usdCents } from '@gateway/domain/money/rate'
import { divideHalfUp } from '@gateway/domain/money/rounding'
import { AmountTooLarge, InvalidAmount } from '@gateway/domain/payments/errors'
import type { ConfirmationPolicy } from '@gateway/domain/payments/payment-rules'
import { requiredConfirmations } from '@gateway/domain/payments/rules'
import type { Quote } from '@gateway/domain/rates/quote'
import { refuseTooSmall } from '../../payments/creation/price-terms.ts'
import type { EscrowTerms } from './draft-escrow.ts'
import { minorUnitsOf } from '../../rates/minor-units-of.ts'
import { quotePrice } from '../../rates/quote-price.ts'
import type { EscrowContext } from '../../kernel/context.ts'

/** The terms of a new escrow that follow from its price; frozen with it. */
export interface PricedEscrow {
  readonly quote: Quote
  readonly amountUnits: bigint
  readonly usdCents: bigint
  readonly policy: ConfirmationPolicy
}

/** The coin of an escrow, and its amount in the coin or in a currency. */
type EscrowPrice = Pick<EscrowTerms, 'asset' | 'price' | 'fiatCurrency'>

interface Pricing {
  readonly rail: Rail
  readonly terms: EscrowPrice
  /** What is taken off the rate of an amount in fiat, in hundredths of a percent: the spread of its business for a child of a series, else none. */
  readonly spreadBps?: number
}

/**
 * Prices an escrow: its amount in base units, its worth and the confirmations it needs. An amount of the coin is rounded half up, one in fiat is
 * converted and rounded up.
 *
 * @throws {RateUnavailable} {InvalidAmount} {AmountTooLarge} {AmountTooSmall}
 */
export async function priceEscrow(ctx: EscrowContext, { rail, terms, spreadBps = 0 }: Pricing): Promise<PricedEscrow> {
  const { rules } = ctx.paymentRules
  const asset = assetOf(terms.asset)
  const quote = await quotePrice(ctx, { asset: asset.code, currency: terms.fiatCurrency, spreadBps })
  const amountUnits =
    'amount' in terms.price ? unitsOfCoin(terms.price.amount, asset) : unitsOfFiat(terms.price.amountFiat, { asset, quote })
  if (amountUnits <= 0n) throw new InvalidAmount('is less than the smallest unit of the coin')
  if (!fitsNumber(amountUnits, asset)) throw new InvalidAmount('has more digits than a JSON number carries; round it')
  const worth = usdCents(amountUnits, asset, quote.usdRate)
  if (worth > rules.ceilingUsdCents) throw new AmountTooLarge(formatUnits(rules.ceilingUsdCents, 2))
  await refuseTooSmall(ctx, { rail, asset, due: amountUnits })
  return { quote, amountUnits, usdCents: worth, policy: requiredConfirmations({ rules, chain: rail.chain, usdCents: worth }) }
}

/** True when the JSON number nearest to the amount, as which answers show it, is that amount to the last unit. */
const fitsNumber = (units: bigint, { decimals }: Asset): boolean => {
  const shown = findJsonDecimal(String(Number(formatUnits(units, decimals))))
  return shown !== undefined && units * 10n ** BigInt(shown.scale) === shown.digits * 10n ** BigInt(decimals)
}

const unitsOfCoin = ({ digits, scale }: Decimal, { decimals }: Asset): bigint =>
  scale <= decimals ? digits * 10n ** BigInt(decimals - scale) : divideHalfUp(digits, 10n ** BigInt(scale - decimals))

function unitsOfFiat(amount: Decimal, { asset, quote }: { asset: Asset; quote: Quote }): bigint {
  const { currency, rate, spreadBps } = quote
  return dueUnits({ asset, currency, minorUnits: minorUnitsOf(amount, currency), rate, spreadBps })
}
