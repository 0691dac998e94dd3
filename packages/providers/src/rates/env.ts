import { z } from 'zod'

/** Fixed prices, read by every process that prices something. */
export const RatesEnv = z.object({
  STATIC_RATES: z
    .string()
    .default('{}')
    .transform((text, ctx) => {
      try {
        return z.record(z.string().regex(/^[A-Z]+\/[A-Z]{3}$/), z.string().regex(/^\d+(\.\d+)?$/)).parse(JSON.parse(text))
      } catch {
        ctx.addIssue({ code: 'custom', message: 'must be a JSON object of pairs and decimal texts' })
        return z.NEVER
      }
    })
    .meta({
      description:
        'Fixed prices, by pair, for tests and closed networks. They replace every other source. Without any, the role rates polls the sources.',
      example: '{"BTC/USD":"60000","USD/EUR":"0.92"}',
    }),
})

const OFF = 'off'

const source = (name: string, url: string) =>
  z
    .union([z.literal(OFF).transform(() => undefined), z.url({ protocol: /^https?$/ })])
    .prefault(url)
    .meta({ description: `Address of ${name}; \`${OFF}\` switches it off. Plain http is refused in production.`, example: OFF })

const LEAST_FEEDS = 3

const KRAKEN_PAIRS =
  'XBTUSD,XBTEUR,XBTGBP,ETHUSD,ETHEUR,ETHGBP,BCHUSD,POLUSD,SOLUSD,SOLEUR,USDCUSD,USDCEUR,USDTUSD,XDGUSD,XRPUSD,ADAUSD,BNBUSD'
const BITFINEX_SYMBOLS = 'tBTCUSD,tBTCEUR,tBTCGBP,tETHUSD,tETHEUR,tBCHN:USD,tSOLUSD,tUDCUSD,tUSTUSD,tDOGE:USD,tXRPUSD,tADAUSD'

/** The public rate sources, all without a key. */
export const RateFeedsEnv = z.object({
  RATES_COINBASE_URL: source('Coinbase', 'https://api.coinbase.com/v2/exchange-rates?currency=USD'),
  RATES_KRAKEN_URL: source('Kraken', `https://api.kraken.com/0/public/Ticker?pair=${KRAKEN_PAIRS}`),
  RATES_BITSTAMP_URL: source('Bitstamp', 'https://www.bitstamp.net/api/v2/ticker/'),
  RATES_BITFINEX_URL: source('Bitfinex', `https://api-pub.bitfinex.com/v2/tickers?symbols=${BITFINEX_SYMBOLS}`),
  RATES_OKX_URL: source('OKX', 'https://www.okx.com/api/v5/market/tickers?instType=SPOT'),
  RATES_ECB_URL: source('the European Central Bank', 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'),
  RATES_EVERY_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(30)
    .prefault(30)
    .meta({ description: 'Polling interval of a source in seconds; the central bank is polled once an hour.', example: 30 }),
})
/** Settings of the rate sources. */
export type RateFeedsEnv = z.output<typeof RateFeedsEnv>

/** Problems of the source settings, as sentences. Two agreeing sources make a price, so at least three are required: one may fail. */
export function feedProblems(settings: RateFeedsEnv, isProduction: boolean): string[] {
  const { RATES_EVERY_SECONDS: _every, ...urls } = settings
  const { RATES_ECB_URL: _bank, ...markets } = urls
  const on = Object.values(markets).filter((url) => url !== undefined)
  const plain = Object.entries(urls).filter(([, url]) => isProduction && url?.startsWith('http:'))
  return [
    ...plain.map(([name]) => `${name}: plain http is refused in production`),
    ...(on.length < LEAST_FEEDS ? [`RATES_*_URL: at least ${LEAST_FEEDS} rate sources, or STATIC_RATES`] : []),
  ]
}
