import { type AssetCode, assetCodes, assets, isAssetCode, rateOnlySymbols } from '../money/asset.ts'

/** Currencies that rate sources price, on any chain. */
export const tickers = ['BTC', 'BCH', 'ETH', 'POL', 'SOL', 'USDC', 'USDT', 'DOGE', 'XRP', 'ADA', 'BNB'] as const
/** A currency that rate sources price. */
export type Ticker = (typeof tickers)[number]

/** Coins pegged to the dollar. A price in one of them is converted, never read as dollars. */
export const stablecoins = ['USDT', 'USDC'] as const
/** A coin pegged to the dollar. */
export type Stablecoin = (typeof stablecoins)[number]

/** A symbol with a rate: every asset, and some other coins. */
export type RateSymbol = AssetCode | (typeof rateOnlySymbols)[number]

/** Every symbol with a rate. */
export const rateSymbols: readonly RateSymbol[] = [...assetCodes, ...rateOnlySymbols]

const rateOnlyDecimals = { DOGE: 8, XRP: 6, ADA: 6, BNB: 8, USDT: 6, USDC: 6 } as const satisfies Record<
  (typeof rateOnlySymbols)[number],
  number
>

/** True when the text is the canonical code of a symbol with a rate. */
export const isRateSymbol = (text: string): text is RateSymbol => isAssetCode(text) || Object.hasOwn(rateOnlyDecimals, text)

/** The currency of a symbol, and the digits after the point of an amount in it. */
export function currencyOf(symbol: RateSymbol): { readonly ticker: Ticker; readonly decimals: number } {
  return isAssetCode(symbol) ? assets[symbol] : { ticker: symbol, decimals: rateOnlyDecimals[symbol] }
}
