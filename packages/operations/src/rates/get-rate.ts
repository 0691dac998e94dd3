import type { Decimal } from '@gateway/domain/money/decimal'
import type { FiatCode } from '@gateway/domain/money/fiat'
import { acceptedRate } from '@gateway/domain/money/rate'
import { RateUnavailable } from '@gateway/domain/rates/errors'
import { pegged } from '@gateway/domain/rates/peg'
import { currencyOf, type RateSymbol } from '@gateway/domain/rates/symbol'
import type { ShownRate } from '@gateway/domain/rates/shown-rate'
import type { ApiContext } from '../kernel/context.ts'

/** The dependencies of a rate look-up. */
export type RatesContext = Pick<ApiContext, 'rates' | 'clock'>

/** A coin and a currency. */
export interface RatePair {
  readonly symbol: RateSymbol
  readonly currency: FiatCode
}

/**
 * The rate that a payment created now would be quoted at, before any spread; otherwise the last good rate, marked stale.
 *
 * @throws {RateUnavailable} when there is neither.
 */
export async function getRate(ctx: RatesContext, pair: RatePair): Promise<ShownRate> {
  const found = await findRate(ctx, pair)
  if (!found) throw new RateUnavailable({ asset: pair.symbol, currency: pair.currency })
  return found
}

/** The same; undefined when there is neither. */
export async function findRate({ rates, clock }: RatesContext, { symbol, currency }: RatePair): Promise<ShownRate | undefined> {
  const { ticker } = currencyOf(symbol)
  const [pair, now] = [{ ticker, currency }, clock.now()]
  const current = await rates.findPrice(pair, now)
  const known = current ?? (await rates.findLastGood?.(pair, now))
  if (!known || known.price.digits <= 0n) return undefined
  const sources = [...new Set(known.sources.map(({ source }) => source))]
  return { symbol, currency, rate: counted(ticker, currency, known.price), sources, asOf: known.asOf, isStale: current === undefined }
}

const counted = (ticker: string, currency: FiatCode, price: Decimal): Decimal =>
  acceptedRate(currency === 'USD' ? pegged(ticker, price) : price)
