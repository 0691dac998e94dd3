/** A block chain the product knows. */
export type ChainCode = 'BTC' | 'BCH' | 'ETH' | 'POL' | 'SOL'

/** An asset that a payment can be made in. */
export type AssetCode = 'BTC' | 'BCH' | 'ETH' | 'POL' | 'SOL' | 'USDC_ETH' | 'USDC_POL' | 'USDC_SOL'

/** Facts about an asset that never change while it is served. */
export interface Asset {
  readonly code: AssetCode
  readonly chain: ChainCode
  /** The currency that rate sources price. */
  readonly ticker: string
  readonly name: string
  /** Digits after the point of one base unit on chain. */
  readonly decimals: number
  /** Digits after the point of an amount the server computes; such amounts are rounded up to it. */
  readonly quotedDecimals: number
}

/** The one asset table. */
export const assets = {
  BTC: { code: 'BTC', chain: 'BTC', ticker: 'BTC', name: 'Bitcoin', decimals: 8, quotedDecimals: 8 },
  BCH: { code: 'BCH', chain: 'BCH', ticker: 'BCH', name: 'Bitcoin Cash', decimals: 8, quotedDecimals: 8 },
  ETH: { code: 'ETH', chain: 'ETH', ticker: 'ETH', name: 'Ether', decimals: 18, quotedDecimals: 8 },
  POL: { code: 'POL', chain: 'POL', ticker: 'POL', name: 'Polygon', decimals: 18, quotedDecimals: 8 },
  SOL: { code: 'SOL', chain: 'SOL', ticker: 'SOL', name: 'Solana', decimals: 9, quotedDecimals: 8 },
  USDC_ETH: {
    code: 'USDC_ETH',
    chain: 'ETH',
    ticker: 'USDC',
    name: 'USD Coin on Ethereum',
    decimals: 6,
    quotedDecimals: 6,
  },
  USDC_POL: {
    code: 'USDC_POL',
    chain: 'POL',
    ticker: 'USDC',
    name: 'USD Coin on Polygon',
    decimals: 6,
    quotedDecimals: 6,
  },
  USDC_SOL: {
    code: 'USDC_SOL',
    chain: 'SOL',
    ticker: 'USDC',
    name: 'USD Coin on Solana',
    decimals: 6,
    quotedDecimals: 6,
  },
} as const satisfies { readonly [Code in AssetCode]: Asset & { readonly code: Code } }

/** Every asset code, in the order of the table. */
export const assetCodes = Object.keys(assets) as AssetCode[]

/** Symbols with a rate but without payments. */
export const rateOnlySymbols = ['DOGE', 'XRP', 'ADA', 'BNB', 'USDT', 'USDC'] as const

/** True when the text is the canonical code of a known asset. */
export const isAssetCode = (text: string): text is AssetCode => Object.hasOwn(assets, text)

/** The asset behind a code, typed by the table's common shape. */
export const assetOf = (code: AssetCode): Asset => assets[code]

/** One unit of the last quoted digit, in base units. */
export const quotedUnit = (asset: Asset): bigint => 10n ** BigInt(asset.decimals - asset.quotedDecimals)
