import { type Decimal, toNumber } from '@gateway/domain/money/decimal'
import { type FiatCode, fiatCodes } from '@gateway/domain/money/fiat'
import type { Quote } from '@gateway/domain/rates/quote'
import type { ConvertedAmount, RateAnswer, RateList, ShownRate } from '@gateway/domain/rates/shown-rate'
import { isRateSymbol, type RateSymbol, rateSymbols } from '@gateway/domain/rates/symbol'
import { z } from 'zod'
import { Asset } from './wire/chain.ts'
import { Id } from './wire/id.ts'
import { CurrencyName, FiatAmount, FiatNumber, readCode } from './wire/money.ts'
import { wireInput } from './wire/names.ts'
import { type Read, scalar } from './wire/scalar.ts'
import { presentTime, Time } from './wire/time.ts'

const MAX_COINS = 50
const LONGEST_NAME = 64

const unknownSymbol: Read<never> = { problem: `must be one of ${rateSymbols.join(', ')}`, code: 'UNSUPPORTED_BLOCKCHAIN' }

const SymbolName = scalar<string, RateSymbol>((raw) => readCode(raw, isRateSymbol, unknownSymbol), {
  description: 'The coin is a symbol in any case. `coin` and `symbol` are aliases.',
  example: 'BTC',
  type: 'string',
  enum: rateSymbols,
})

const Fiat = CurrencyName.meta({
  description: 'The currency is an ISO 4217 code in any case. `currency` and `fiat_currency` are aliases.',
  example: 'USD',
})

const CoinList = scalar<string, readonly string[]>((raw) => (typeof raw === 'string' ? readNames(raw.split(',')) : noNames), {
  description: `Up to ${MAX_COINS} coins are separated by commas, and answered like \`POST /api/rates/batch\`.`,
  example: 'BTC,ETH',
  type: 'string',
})

const CoinNames = scalar<readonly string[], readonly string[]>((raw) => (Array.isArray(raw) ? readNames(raw) : noNames), {
  description: `The list names 1 to ${MAX_COINS} coins. \`coins\`, \`cryptos\` and \`symbols\` are aliases.`,
  example: ['BTC', 'ETH'],
  type: 'array',
  items: { type: 'string' },
  minItems: 1,
  maxItems: MAX_COINS,
})

/** The coin to get the rate of; an amount to convert, or a list of coins. */
export const GetRateInput = wireInput(
  z.object({ crypto: SymbolName.optional(), coins: CoinList.optional(), fiat: Fiat.prefault('USD'), amount: FiatAmount.optional() }),
  { coin: 'crypto', symbol: 'crypto', currency: 'fiat', fiatCurrency: 'fiat' },
).transform(({ crypto: symbol, coins: names, fiat: currency, amount }, context): RateQuestion => {
  if (names) return { form: 'list', names, currency }
  if (symbol) return amount ? { form: 'conversion', symbol, currency, amount } : { form: 'single', symbol, currency }
  context.addIssue({ code: 'custom', path: ['crypto'], message: 'is required' })
  return z.NEVER
})

/** The three questions that one path answers. */
export type RateQuestion =
  | { readonly form: 'single'; readonly symbol: RateSymbol; readonly currency: FiatCode }
  | { readonly form: 'conversion'; readonly symbol: RateSymbol; readonly currency: FiatCode; readonly amount: Decimal }
  | { readonly form: 'list'; readonly names: readonly string[]; readonly currency: FiatCode }

/** A fiat amount and the coin to convert it to. */
export const ConvertAmountInput = wireInput(z.object({ crypto: SymbolName, fiat: Fiat.prefault('USD'), amount: FiatAmount }), {
  coin: 'crypto',
  symbol: 'crypto',
  currency: 'fiat',
  fiatCurrency: 'fiat',
}).transform(({ crypto: symbol, fiat: currency, amount }) => ({ symbol, currency, amount }))

/** The coins to get the rates of, by the names that the answer repeats. */
export const ListRatesInput = wireInput(z.object({ cryptocurrencies: CoinNames, fiatCurrency: Fiat.prefault('USD') }), {
  coins: 'cryptocurrencies',
  cryptos: 'cryptocurrencies',
  symbols: 'cryptocurrencies',
  fiat: 'fiatCurrency',
  currency: 'fiatCurrency',
}).transform(({ cryptocurrencies: names, fiatCurrency: currency }) => ({ names, currency }))

const fiat = z.enum(fiatCodes).meta({ description: 'The rate is in this currency.', example: 'USD' })
const timestamp = Time.meta({
  description: 'The rate was accepted at this time; of several rates it is the oldest one.',
  example: '2026-10-01T12:00:00.000Z',
})
const stale = z
  .boolean()
  .meta({ description: 'This is true for the last good rate, at most ten minutes old. No payment is quoted at it.', example: false })

const singleMembers = {
  crypto: z.enum(rateSymbols).meta({ description: 'The coin is in its canonical spelling.', example: 'BTC' }),
  coin: z.enum(rateSymbols).meta({ description: 'This is a copy of `crypto`.', example: 'BTC' }),
  price: FiatNumber.meta({ description: 'One coin costs this much, before any spread, in ten significant digits.', example: 61234.56 }),
  rate: FiatNumber.meta({ description: 'This is a copy of `price`.', example: 61234.56 }),
  sources: z
    .array(z.string())
    .meta({ description: 'The rate is the median of these sources.', example: ['kraken', 'bitstamp', 'coinbase'] }),
} as const

const conversionMembers = {
  amount: FiatNumber.meta({ description: 'The fiat amount that was converted.', example: 25 }),
  cryptoAmount: z.number().meta({ description: 'The amount in the coin is rounded to its decimals.', example: 0.00040827 }),
  crypto_amount: z.number().meta({ description: 'This is a copy of `cryptoAmount`.', example: 0.00040827 }),
} as const

const listMembers = {
  rates: z
    .record(z.string(), z.number())
    .meta({ description: 'One coin costs this much, by the name that was asked for.', example: { BTC: 61234.56 } }),
  unavailable: z.array(z.string()).meta({ description: 'These names are unknown or have no rate.', example: [] }),
} as const

const shared = { fiat, timestamp, stale } as const

const RateView = z.strictObject({ ...singleMembers, ...shared }).meta({ title: 'rate' })
type RateView = z.output<typeof RateView>

/** A rate and a converted amount. */
export const ConversionView = z.strictObject({ ...singleMembers, ...conversionMembers, ...shared }).meta({ title: 'conversion' })
type ConversionView = z.output<typeof ConversionView>

/** Rates of several coins. */
export const RateListView = z.strictObject({ ...listMembers, ...shared }).meta({ title: 'rateList' })
type RateListView = z.output<typeof RateListView>

/** One of the three; each is strict, so only one fits. */
export const RateAnswerView = z.union([RateView, ConversionView, RateListView])

/** The price of a payment in an answer. */
export const QuoteView = z
  .object({
    id: Id,
    crypto: Asset,
    fiat,
    price: FiatNumber.meta({ description: 'One coin cost this much when the payment was created.', example: 62_500 }),
    spread_percent: z.number().meta({ description: 'This percentage was taken off the price, once.', example: 0 }),
    sources: z.array(z.string()).meta({ description: 'The price was the median of these sources.', example: ['static'] }),
    as_of: Time,
  })
  .meta({ id: 'Rate', description: 'The exchange rate that a payment was quoted at; it is fixed at creation.' })

const PERCENT_BPS = 100

/** The price of a payment as its merchant sees it. */
export const presentQuote = (quote: Quote): z.output<typeof QuoteView> => ({
  id: quote.id,
  crypto: quote.asset,
  fiat: quote.currency,
  price: toNumber(quote.rate),
  spread_percent: quote.spreadBps / PERCENT_BPS,
  sources: quote.sources.map(({ source }) => source),
  as_of: presentTime(quote.asOf),
})

/** A rate in an answer. */
function presentRate({ symbol, currency, rate, sources, asOf, isStale }: ShownRate): RateView {
  const price = toNumber(rate)
  return {
    crypto: symbol,
    coin: symbol,
    fiat: currency,
    price,
    rate: price,
    timestamp: presentTime(asOf),
    sources: [...sources],
    stale: isStale,
  }
}

/** A converted amount with its rate. */
export function presentConversion(converted: ConvertedAmount): ConversionView {
  const cryptoAmount = toNumber(converted.cryptoAmount)
  return { ...presentRate(converted), amount: toNumber(converted.amount), cryptoAmount, crypto_amount: cryptoAmount }
}

/** Rates of several coins; stale when one of them is. */
export function presentRates({ currency, rates, unavailable, asOf }: RateList): RateListView {
  return {
    fiat: currency,
    rates: Object.fromEntries(rates.map(({ name, rate }) => [name, toNumber(rate.rate)])),
    unavailable: [...unavailable],
    timestamp: presentTime(asOf),
    stale: rates.some(({ rate }) => rate.isStale),
  }
}

/** An answer in the form of its question. */
export function presentRateAnswer(answer: RateAnswer): z.output<typeof RateAnswerView> {
  if (answer.form === 'list') return presentRates(answer.list)
  return answer.form === 'conversion' ? presentConversion(answer.converted) : presentRate(answer.rate)
}

const noNames: Read<never> = { problem: `must name 1 to ${MAX_COINS} coins` }

function readNames(raw: readonly unknown[]): Read<readonly string[]> {
  if (raw.length < 1 || raw.length > MAX_COINS) return noNames
  const names = raw.filter((name): name is string => typeof name === 'string' && name.length > 0 && name.length <= LONGEST_NAME)
  return names.length === raw.length ? { value: names } : noNames
}
