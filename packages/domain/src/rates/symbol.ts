import { type AssetCode, assetCodes, assets, isAssetCode, rateOnlySymbols } from '../money/asset.ts'

/** What sources price: a currency, on whatever chain it is. */
export const tickers = ['BTC', 'BCH', 'ETH', 'POL', 'SOL', 'USDC', 'USDT', 'DOGE', 'XRP', 'ADA', 'BNB'] as const
/** One of the currencies that sources price. */
export type Ticker = (typeof tickers)[number]

/** Coins that follow the dollar. A price in one of them is converted, never read as dollars. */
export const stablecoins = ['USDT', 'USDC'] as const
/** One of the coins that follow the dollar. */
export type Stablecoin = (typeof stablecoins)[number]

/** What a rate can be asked for: everything that is paid in, and some coins besides. */
export type RateSymbol = AssetCode | (typeof rateOnlySymbols)[number]

/** Every symbol with a rate. */
export const rateSymbols: readonly RateSymbol[] = [...assetCodes, ...rateOnlySymbols]

const rateOnlyDecimals = { DOGE: 8, XRP: 6, ADA: 6, BNB: 8, USDT: 6, USDC: 6 } as const satisfies Record<
  (typeof rateOnlySymbols)[number],
  number
>

/** True when the text is the canonical code of something with a rate. */
export const isRateSymbol = (text: string): text is RateSymbol => isAssetCode(text) || Object.hasOwn(rateOnlyDecimals, text)

/** The currency behind a symbol, and the digits after the point of an amount in it. */
export function currencyOf(symbol: RateSymbol): { readonly ticker: Ticker; readonly decimals: number } {
  return isAssetCode(symbol) ? assets[symbol] : { ticker: symbol, decimals: rateOnlyDecimals[symbol] }
}
