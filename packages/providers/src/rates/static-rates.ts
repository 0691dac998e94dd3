import { type Decimal, findPlainDecimal } from '@gateway/domain/money/decimal'
import type { FiatCode } from '@gateway/domain/money/fiat'
import type { AcceptedPrice, RateSource } from './source.ts'

/** `{ "BTC/USD": "60000", "USD/EUR": "0.92" }`: coins in US dollars, and the value of one dollar in other currencies. */
export type StaticPrices = Readonly<Record<string, string>>

/**
 * A rate source for tests and closed networks: it replaces all others and counts as fresh and sufficient.
 * A pair that is not listed is crossed over the US dollar.
 */
export function staticRates(prices: StaticPrices): RateSource {
  return {
    async findPrice({ ticker, currency }, at): Promise<AcceptedPrice | undefined> {
      const price = direct(prices, ticker, currency) ?? crossed(prices, ticker, currency)
      return price && { price, asOf: at, sources: [{ source: 'static', price: plain(price), at: at.toISOString() }] }
    },
  }
}

const direct = (prices: StaticPrices, base: string, quote: string): Decimal | undefined => {
  const text = prices[`${base}/${quote}`]
  return text === undefined ? undefined : findPlainDecimal(text)
}

function crossed(prices: StaticPrices, ticker: string, currency: FiatCode): Decimal | undefined {
  const usd = direct(prices, ticker, 'USD')
  const fiatPerUsd = direct(prices, 'USD', currency)
  return usd && fiatPerUsd && { digits: usd.digits * fiatPerUsd.digits, scale: usd.scale + fiatPerUsd.scale }
}

const plain = ({ digits, scale }: Decimal): string => {
  const text = digits.toString().padStart(scale + 1, '0')
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`
}
