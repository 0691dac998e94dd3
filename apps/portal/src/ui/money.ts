import { assetOf, isAssetCode } from '@gateway/domain/money/asset'

const MOST_DIGITS = 20

/** An amount of a fiat currency, a decimal text, exact to its last digit: "€1,234.50". The fewest digits after the point are Intl's unless named. */
export function formatFiat(amount: string, currency: string, fewest?: number): string {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: fewest,
    maximumFractionDigits: MOST_DIGITS,
  })
  // Intl formats decimal texts exactly.
  return format.format(amount as never)
}

/** An amount of an asset as it was written, with the ticker: "0.00074310 BTC". */
export const formatAsset = (amount: string, asset: string): string => `${amount} ${tickerOf(asset)}`

const LONG = 16

/** The class of a figure that is too long to stand on one line beside others. */
export const lengthClass = (figure: unknown): 'is-long' | undefined =>
  typeof figure === 'string' && figure.length > LONG ? 'is-long' : undefined

/** "USDC" for "USDC_ETH". */
export const tickerOf = (asset: string): string => (isAssetCode(asset) ? assetOf(asset).ticker : asset)

/** "USD Coin on Ethereum" for "USDC_ETH". */
export const assetName = (asset: string): string => (isAssetCode(asset) ? assetOf(asset).name : asset)

/** An amount of an asset that came as a number, such as 1e-8, in plain digits. */
export const formatCoins = (amount: number, asset: string): string =>
  formatAsset(amount.toLocaleString('en', { maximumFractionDigits: MOST_DIGITS, useGrouping: false }), asset)
