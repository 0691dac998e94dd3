import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bitfinex } from './bitfinex.ts'
import { bitstamp } from './bitstamp.ts'
import { coinbase } from './coinbase.ts'
import { ecb } from './ecb.ts'
import { feedProblems, RateFeedsEnv } from './env.ts'
import { feedsOf } from './feeds.ts'
import { kraken } from './kraken.ts'
import { okx } from './okx.ts'
import { UnreadableAnswer } from './read-form.ts'

const krakenRow = {
  a: ['61234.50000', '1', '1.000'],
  b: ['61234.40000', '3', '3.000'],
  c: ['61234.50000', '0.00067643'],
  v: ['1', '2'],
  t: [9, 11],
  o: '60000',
}
const bitstampRow = {
  timestamp: '1790856000',
  open: '60000',
  last: '61234',
  volume: '213.26',
  bid: '61233',
  ask: '61235',
  side: '0',
  pair: 'BTC/USD',
}
const okxRow = {
  instType: 'SPOT',
  instId: 'BTC-USDT',
  last: '61240.1',
  lastSz: '1',
  askPx: '61240.2',
  askSz: '1',
  bidPx: '61240',
  bidSz: '2',
  ts: '1790856000123',
}

const samples = {
  coinbase: JSON.stringify({ data: { currency: 'USD', rates: { BTC: '0.000016', EUR: '0.92', DOGE: '4', ETH: 'none' } } }),
  kraken: JSON.stringify({
    error: [],
    result: { XXBTZUSD: krakenRow, XDGUSD: { ...krakenRow, a: ['0.2'], b: ['0.1'] }, TRXUSD: krakenRow, ADAUSD: 'gone' },
  }),
  bitstamp: JSON.stringify([
    bitstampRow,
    { ...bitstampRow, pair: 'LTC/USD' },
    { ...bitstampRow, pair: 'USDC/EUR', last: '0.92', bid: '0.91', ask: '0.93' },
    7,
  ]),
  bitfinex:
    '[["tBTCUSD",61233.123456789012345,5.1,61235,4.2,-100,-0.0016,61234,99.5,62000,60000],["tDOGE:USD",2e-1,1,0.21,1,0,0,0.205,1,1,1],["fUSD",1,2,3],["tBCHN:USD",null,1,2,1,0,0,1,1,1,1]]',
  okx: JSON.stringify({
    code: '0',
    msg: '',
    data: [okxRow, { ...okxRow, instId: 'BTC-BRL' }, { ...okxRow, instId: 'BTC-USDT-SWAP' }, { ...okxRow, instId: 'LTC-USDT' }, null],
  }),
  ecb: `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<Cube>
		<Cube time='2026-10-01'>
			<Cube currency='USD' rate='1.0844'/>
			<Cube currency='JPY' rate='168.94'/>
			<Cube currency='ISK' rate='150.70'/>
		</Cube>
	</Cube>
</gesmes:Envelope>`,
} as const

describe('the real answer format of a source', () => {
  test('Coinbase returns the amount of a coin per dollar', () => {
    expect(coinbase.read(samples.coinbase)).toEqual([
      { base: 'BTC', quote: 'USD', last: '62500' },
      { base: 'DOGE', quote: 'USD', last: '0.25' },
    ])
  })

  test('Kraken returns bid and ask under its own names', () => {
    expect(kraken.read(samples.kraken)).toEqual([
      { base: 'BTC', quote: 'USD', bid: '61234.40000', ask: '61234.50000', last: '61234.50000' },
      { base: 'DOGE', quote: 'USD', bid: '0.1', ask: '0.2', last: '61234.50000' },
    ])
  })

  test('Bitstamp returns bid and ask of all pairs, with seconds', () => {
    const at = new Date('2026-10-01T12:00:00.000Z')
    expect(bitstamp.read(samples.bitstamp)).toEqual([
      { base: 'BTC', quote: 'USD', bid: '61233', ask: '61235', last: '61234', at },
      { base: 'USDC', quote: 'EUR', bid: '0.91', ask: '0.93', last: '0.92', at },
    ])
  })

  test('Bitfinex returns numbers, whose digits are kept', () => {
    expect(bitfinex.read(samples.bitfinex)).toEqual([
      { base: 'BTC', quote: 'USD', bid: '61233.123456789012345', ask: '61235', last: '61234' },
      { base: 'DOGE', quote: 'USD', bid: '2e-1', ask: '0.21', last: '0.205' },
    ])
  })

  test('OKX returns prices in stablecoins, with milliseconds, and contracts that are skipped', () => {
    const at = new Date('2026-10-01T12:00:00.123Z')
    const said = { bid: '61240', ask: '61240.2', last: '61240.1', at }
    expect(okx.read(samples.okx)).toEqual([
      { base: 'BTC', quote: 'USDT', ...said },
      { base: 'BTC', quote: 'BRL', ...said },
    ])
  })

  test('the central bank returns daily rates per euro', () => {
    expect(ecb.read(samples.ecb)).toEqual({
      source: 'ecb',
      at: new Date('2026-10-01T14:00:00.000Z'),
      perEuro: { USD: '1.0844', JPY: '168.94' },
    })
  })
})

/** The result, or the refusal; any other error is a fault. */
function attempt<T>(read: () => T): T | UnreadableAnswer {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnreadableAnswer) return error
    throw error
  }
}

describe.each([coinbase, kraken, bitstamp, bitfinex, okx, ecb])('an answer of $name', (feed) => {
  test.each([
    '',
    '{}',
    '[]',
    'null',
    '7',
    '"x"',
    '<html>busy</html>',
    '{"error":["EGeneral:Too many requests"],"result":{}}',
    '{"code":"50011","data":[]}',
  ])('throws UnreadableAnswer for %s', (body) => {
    expect(() => feed.read(body)).toThrow(UnreadableAnswer)
  })

  test('gives a result or UnreadableAnswer for any text, cut off anywhere', () => {
    const sample = samples[feed.name as keyof typeof samples]
    const anything = fc.oneof(
      fc.json(),
      fc.string(),
      fc.nat({ max: sample.length }).map((length) => sample.slice(0, length)),
    )
    fc.assert(
      fc.property(anything, (body) => {
        const read = attempt(() => feed.read(body))
        expect(read instanceof UnreadableAnswer || typeof read === 'object').toBe(true)
      }),
    )
  })
})

test.each([
  ['two days', samples.ecb.replace('</Cube>', "</Cube><Cube time='2026-10-02'></Cube>")],
  ['a currency twice', samples.ecb.replace('ISK', 'JPY')],
  ['no dollar', samples.ecb.replace('USD', 'SEK')],
  ['a day that does not exist', samples.ecb.replace('2026-10-01', '2026-13-01')],
])('the central bank’s file with %s is rejected', (_what, body) => {
  expect(() => ecb.read(body)).toThrow(UnreadableAnswer)
})

describe('RateFeedsEnv', () => {
  test('defaults to all public addresses, without a key', () => {
    const feeds = feedsOf(RateFeedsEnv.parse({}))
    expect(feeds.prices.map(({ feed, url }) => `${feed.name} ${new URL(url).origin}`)).toEqual([
      'coinbase https://api.coinbase.com',
      'kraken https://api.kraken.com',
      'bitstamp https://www.bitstamp.net',
      'bitfinex https://api-pub.bitfinex.com',
      'okx https://www.okx.com',
    ])
    expect(feeds.reference?.feed.name).toBe('ecb')
    expect(feeds.everyMs).toBe(30_000)
  })

  const off = { RATES_COINBASE_URL: 'off', RATES_KRAKEN_URL: 'off' }
  test.each([
    ['the defaults', {}, []],
    ['two of five sources switched off', off, []],
    ['three of five sources switched off', { ...off, RATES_OKX_URL: 'off' }, ['RATES_*_URL: at least 3 rate sources, or STATIC_RATES']],
    ['plain http', { RATES_ECB_URL: 'http://bank.example/' }, ['RATES_ECB_URL: plain http is refused in production']],
  ])('validates before any start: %s', (_what, environment, problems) => {
    expect(feedProblems(RateFeedsEnv.parse(environment), true)).toEqual(problems)
  })

  test('allows plain http outside production', () => {
    expect(feedProblems(RateFeedsEnv.parse({ RATES_ECB_URL: 'http://127.0.0.1:1/' }), false)).toEqual([])
  })

  test.each(['nonsense', 'ftp://a.example/', 'javascript:alert(1)'])('rejects %s', (url) => {
    expect(RateFeedsEnv.safeParse({ RATES_OKX_URL: url }).success).toBe(false)
  })
})
