import { bitfinex } from './bitfinex.ts'
import { bitstamp } from './bitstamp.ts'
import { coinbase } from './coinbase.ts'
import { ecb } from './ecb.ts'
import type { RateFeedsEnv } from './env.ts'
import { kraken } from './kraken.ts'
import { okx } from './okx.ts'
import type { PriceFeed, ReferenceFeed } from './source.ts'

/** A source with its address. */
export interface Placed<Feed> {
  readonly feed: Feed
  readonly url: string
}

/** Every enabled source. */
export interface Feeds {
  readonly prices: readonly Placed<PriceFeed>[]
  readonly reference: Placed<ReferenceFeed> | undefined
  readonly everyMs: number
}

const SECOND_MS = 1_000

/** The sources enabled by the settings. */
export function feedsOf(settings: RateFeedsEnv): Feeds {
  const placed: readonly (readonly [PriceFeed, string | undefined])[] = [
    [coinbase, settings.RATES_COINBASE_URL],
    [kraken, settings.RATES_KRAKEN_URL],
    [bitstamp, settings.RATES_BITSTAMP_URL],
    [bitfinex, settings.RATES_BITFINEX_URL],
    [okx, settings.RATES_OKX_URL],
  ]
  const bank = settings.RATES_ECB_URL
  return {
    prices: placed.flatMap(([feed, url]) => (url === undefined ? [] : [{ feed, url }])),
    reference: bank === undefined ? undefined : { feed: ecb, url: bank },
    everyMs: settings.RATES_EVERY_SECONDS * SECOND_MS,
  }
}
