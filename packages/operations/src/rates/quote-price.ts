import type { Insert } from '@gateway/db/kernel/insert-together'
import { assetOf, type AssetCode } from '@gateway/domain/money/asset'
import { type Decimal, formatUnits } from '@gateway/domain/money/decimal'
import type { FiatCode } from '@gateway/domain/money/fiat'
import { acceptedRate } from '@gateway/domain/money/rate'
import type { Bps } from '@gateway/domain/money/rounding'
import { RateUnavailable } from '@gateway/domain/rates/errors'
import { pegged } from '@gateway/domain/rates/peg'
import type { Quote } from '@gateway/domain/rates/quote'
import type { AcceptedPrice } from '@gateway/providers/rates/source'
import type { ApiContext } from '../kernel/context.ts'

/** The asset and currency to price, at a moment; now by default. */
interface Asked {
  readonly asset: AssetCode
  readonly currency: FiatCode
  readonly spreadBps: Bps
  readonly at?: Date
}

/**
 * A quote for an asset in a currency, to be stored with the priced object.
 *
 * A dollar stablecoin within half a percent of one dollar counts as one dollar.
 *
 * @throws {RateUnavailable} when there is no trustworthy price.
 */
export async function quotePrice(ctx: Pick<ApiContext, 'rates' | 'clock' | 'ids'>, asked: Asked): Promise<Quote> {
  const { asset, currency, spreadBps, at = ctx.clock.now() } = asked
  const [price, usd] = await Promise.all([priceOf(ctx, { asset, currency, at }), priceOf(ctx, { asset, currency: 'USD', at })])
  return {
    id: ctx.ids.uuid(),
    asset,
    currency,
    rate: acceptedRate(price.price),
    usdRate: acceptedRate(usd.price),
    spreadBps,
    sources: price.sources,
    asOf: price.asOf,
  }
}

/** A quote as its row, which never changes. */
export const quoteRow = (quote: Quote): Insert => ({
  into: 'quote',
  rows: [{ ...quote, rate: plainText(quote.rate), usdRate: plainText(quote.usdRate) }],
})

/** Plain decimal text of a stored rate. */
const plainText = (rate: Decimal): string => formatUnits(rate.digits, rate.scale)

async function priceOf(
  ctx: Pick<ApiContext, 'rates'>,
  { asset, currency, at }: { asset: AssetCode; currency: FiatCode; at: Date },
): Promise<AcceptedPrice> {
  const { ticker } = assetOf(asset)
  const accepted = await ctx.rates.findPrice({ ticker, currency }, at)
  if (!accepted || accepted.price.digits <= 0n) throw new RateUnavailable({ asset, currency })
  return currency === 'USD' ? { ...accepted, price: pegged(ticker, accepted.price) } : accepted
}
