import type { Insert } from '@gateway/db/kernel/insert-together'
import { type Asset, assetOf, type AssetCode } from '@gateway/domain/money/asset'
import { type Decimal, formatUnits } from '@gateway/domain/money/decimal'
import type { FiatCode } from '@gateway/domain/money/fiat'
import { acceptedRate } from '@gateway/domain/money/rate'
import type { Bps } from '@gateway/domain/money/rounding'
import { RateUnavailable } from '@gateway/domain/rates/errors'
import type { Quote } from '@gateway/domain/rates/quote'
import type { AcceptedPrice } from '@gateway/providers/rates/source'
import type { ApiContext } from '../context.ts'

const USDC_PEG_BPS = 50n

/**
 * A price for an asset in a currency, ready to be stored beside whatever is priced with it.
 *
 * A dollar stablecoin within half a percent of one dollar counts as one dollar.
 *
 * @throws {RateUnavailable} when no trustworthy price is known; nothing replaces it.
 */
export async function quotePrice(
  ctx: Pick<ApiContext, 'rates' | 'clock' | 'ids'>,
  input: { asset: AssetCode; currency: FiatCode; spreadBps: Bps },
): Promise<Quote> {
  const asset = assetOf(input.asset)
  const [price, usd] = await Promise.all([priceOf(ctx, asset, input.currency), priceOf(ctx, asset, 'USD')])
  return {
    id: ctx.ids.uuid(),
    asset: input.asset,
    currency: input.currency,
    rate: acceptedRate(price.price),
    usdRate: acceptedRate(usd.price),
    spreadBps: input.spreadBps,
    sources: price.sources,
    asOf: price.asOf,
  }
}

/** A quote as its row; it is never changed afterwards. */
export const quoteRow = (quote: Quote): Insert => ({
  into: 'quote',
  rows: [{ ...quote, rate: plainText(quote.rate), usdRate: plainText(quote.usdRate) }],
})

/** Plain decimal text of a stored rate. */
const plainText = (rate: Decimal): string => formatUnits(rate.digits, rate.scale)

async function priceOf(ctx: Pick<ApiContext, 'rates' | 'clock'>, asset: Asset, currency: FiatCode): Promise<AcceptedPrice> {
  const accepted = await ctx.rates.findPrice({ ticker: asset.ticker, currency }, ctx.clock.now())
  if (!accepted || accepted.price.digits <= 0n) throw new RateUnavailable({ asset: asset.code, currency })
  return asset.ticker === 'USDC' && currency === 'USD' && isPegged(accepted.price)
    ? { ...accepted, price: { digits: 1n, scale: 0 } }
    : accepted
}

function isPegged({ digits, scale }: Decimal): boolean {
  const one = 10n ** BigInt(scale)
  const miss = digits > one ? digits - one : one - digits
  return miss * 10_000n <= one * USDC_PEG_BPS
}
