import { findPlainDecimal, formatUnits } from '@gateway/domain/money/decimal'
import { divide } from '@gateway/domain/money/exact'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'

/** The simulated public rate sources. */
type SourceName = 'coinbase' | 'kraken' | 'bitstamp' | 'bitfinex' | 'okx' | 'ecb'

/** The behaviour of a source. */
type Manner =
  /** Answers with these prices in US dollars; the central bank with euro rates. A source with its own time reports this age. */
  | { readonly prices: Readonly<Record<string, string>>; readonly ageSeconds?: number }
  /** Closes the connection. */
  | 'dead'
  /** Answers with an error status. */
  | 'failing'
  /** Answers in an invalid form. */
  | 'garbled'
  /** Accepts the request and never answers. */
  | 'silent'

/** Rate sources on loopback, in the formats of the real ones. */
export interface PriceSources {
  /** Settings that point a worker here. */
  readonly settings: Readonly<Record<string, string>>
  /** Sets the behaviour of a source from now on. */
  behave(source: SourceName, manner: Manner): void
  /** Number of requests of a source so far. */
  asked(source: SourceName): number
  close(): Promise<void>
}

type Speaking = Exclude<Manner, string>

/** The initial answers of the sources, and their clock. */
export interface FirstAnswers {
  readonly prices: Readonly<Record<string, string>>
  /** Euro reference rates. */
  readonly perEuro: Readonly<Record<string, string>>
  readonly now?: () => Date
}

/** Starts all sources. */
export async function startPriceSources({ prices, perEuro, now = () => new Date() }: FirstAnswers): Promise<PriceSources> {
  const names = ['coinbase', 'kraken', 'bitstamp', 'bitfinex', 'okx'] as const
  const manners = new Map<string, Manner>([...names.map((name) => [name, { prices }] as const), ['ecb', { prices: perEuro }]])
  const counts = new Map<string, number>()
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1)
    counts.set(name, (counts.get(name) ?? 0) + 1)
    answer(response, { name, manner: manners.get(name) ?? 'failing', now: now().getTime() })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const all: readonly SourceName[] = [...names, 'ecb']
  return {
    settings: Object.fromEntries(all.map((name) => [`RATES_${name.toUpperCase()}_URL`, `http://127.0.0.1:${port}/${name}`])),
    behave: (source, manner) => void manners.set(source, manner),
    asked: (source) => counts.get(source) ?? 0,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const STATUS = { failing: 503, garbled: 200 } as const

function answer(response: ServerResponse, { name, manner, now }: { name: string; manner: Manner; now: number }): void {
  if (manner === 'silent') return
  if (manner === 'dead') return void response.destroy()
  if (typeof manner === 'string') return void response.writeHead(STATUS[manner]).end('{"message":"moved"}')
  response.writeHead(200, { 'content-type': name === 'ecb' ? 'text/xml' : 'application/json' }).end(forms[name as SourceName](manner, now))
}

const YEAR_DAY = 10
const SECOND_MS = 1_000

/** The real format of each source, reduced to the relevant members. */
const forms: Readonly<Record<SourceName, (speaking: Speaking, now: number) => string>> = {
  coinbase: ({ prices }) =>
    JSON.stringify({
      data: { currency: 'USD', rates: { USD: '1.0', EUR: '0.9', ...mapped(prices, (coin, price) => [coin, turned(price)]) } },
    }),
  kraken: ({ prices }) =>
    JSON.stringify({
      error: [],
      result: mapped(prices, (coin, price) => [
        krakenNames[coin] ?? `${coin}USD`,
        { a: [price, '1', '1.000'], b: [price, '2', '2.000'], c: [price, '0.01'], v: ['1', '2'], t: [1, 2], o: price },
      ]),
    }),
  bitstamp: ({ prices, ageSeconds = 0 }, now) =>
    JSON.stringify(
      Object.entries(prices).map(([coin, price]) => ({
        timestamp: String(Math.floor(now / SECOND_MS) - ageSeconds),
        open: price,
        high: price,
        low: price,
        last: price,
        volume: '213.2',
        vwap: price,
        bid: price,
        ask: price,
        side: '0',
        percent_change_24: '0.1',
        pair: `${coin}/USD`,
        market_type: 'SPOT',
      })),
    ),
  bitfinex: ({ prices }) => {
    const rows = Object.entries(prices).map(
      ([coin, price]) => `["${bitfinexNames[coin] ?? `t${coin}USD`}",${price},5.1,${price},4.2,-1,-0.01,${price},99.5,${price},${price}]`,
    )
    return `[${rows.join(',')}]`
  },
  okx: ({ prices: { USDT = '1', ...prices }, ageSeconds = 0 }, now) =>
    JSON.stringify({
      code: '0',
      msg: '',
      data: Object.entries(prices).map(([coin, price]) => {
        const inUsdt = quotient(price, USDT)
        return {
          instType: 'SPOT',
          instId: `${coin}-USDT`,
          last: inUsdt,
          lastSz: '0.1',
          askPx: inUsdt,
          askSz: '1',
          bidPx: inUsdt,
          bidSz: '1',
          ts: String(now - ageSeconds * SECOND_MS),
        }
      }),
    }),
  ecb: ({ prices, ageSeconds = 0 }, now) => {
    const day = new Date(now - (ageSeconds + DAY_SECONDS) * SECOND_MS).toISOString().slice(0, YEAR_DAY)
    const rates = Object.entries(prices).map(([currency, rate]) => `\t\t\t<Cube currency='${currency}' rate='${rate}'/>`)
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">',
      '\t<gesmes:subject>Reference rates</gesmes:subject>',
      '\t<gesmes:Sender>\n\t\t<gesmes:name>European Central Bank</gesmes:name>\n\t</gesmes:Sender>',
      `\t<Cube>\n\t\t<Cube time='${day}'>`,
      ...rates,
      '\t\t</Cube>\n\t</Cube>\n</gesmes:Envelope>',
    ].join('\n')
  },
}

const DAY_SECONDS = 86_400

const krakenNames: Readonly<Record<string, string>> = {
  BTC: 'XXBTZUSD',
  ETH: 'XETHZUSD',
  USDT: 'USDTZUSD',
  XRP: 'XXRPZUSD',
  DOGE: 'XDGUSD',
}
const bitfinexNames: Readonly<Record<string, string>> = { USDC: 'tUDCUSD', USDT: 'tUSTUSD', BCH: 'tBCHN:USD', DOGE: 'tDOGE:USD' }

const mapped = <T>(prices: Speaking['prices'], entry: (coin: string, price: string) => [string, T]): Record<string, T> =>
  Object.fromEntries(Object.entries(prices).map(([coin, price]) => entry(coin, price)))

const turned = (price: string): string => quotient('1', price)

function quotient(a: string, b: string): string {
  const [dividend, divisor] = [findPlainDecimal(a), findPlainDecimal(b)]
  if (!dividend || !divisor) throw new Error(`${a} / ${b} is no quotient of prices`)
  const { digits, scale } = divide(dividend, divisor)
  const surplus = Math.max(0, scale - MAX_DECIMALS)
  return formatUnits(digits / 10n ** BigInt(surplus), scale - surplus)
}

const MAX_DECIMALS = 18
