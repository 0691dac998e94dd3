import { type AssetCode, assetOf, type ChainCode } from '@gateway/domain/money/asset'
import type { Part } from '../html.ts'
import type { CheckoutTexts } from '../locales/en/checkout.ts'

const networks: Readonly<Record<ChainCode, string>> = {
  BTC: 'Bitcoin',
  BCH: 'Bitcoin Cash',
  ETH: 'Ethereum',
  POL: 'Polygon',
  SOL: 'Solana',
}

/** Chains whose coin also exists on other networks, where it does not pay. */
const elsewhere: ReadonlySet<ChainCode> = new Set(['ETH', 'POL', 'SOL'])

/** The name of the network an asset is sent over. */
export const networkOf = (asset: AssetCode): string => networks[assetOf(asset).chain]

/** True for a token of a chain, false for its own coin. */
const isToken = (asset: AssetCode): boolean => asset !== assetOf(asset).chain

/** An asset as a sentence names it: `BTC`, `USDC on Ethereum`. */
export const assetInWords = (t: CheckoutTexts, asset: AssetCode): Part =>
  isToken(asset) ? t.tokenOn(assetOf(asset).ticker, networkOf(asset)) : assetOf(asset).ticker

/** The heading of an asset: `Bitcoin`, `USDC on Ethereum`. */
export const assetTitle = (t: CheckoutTexts, asset: AssetCode): Part => (isToken(asset) ? assetInWords(t, asset) : assetOf(asset).name)

/** The asset to send, with the network it must be sent over. */
export const onlyAsset = (t: CheckoutTexts, asset: AssetCode): Part =>
  isToken(asset) ? assetInWords(t, asset) : `${assetOf(asset).name} (${assetOf(asset).ticker})`

/** What does not pay the order. */
export const otherAssets = (t: CheckoutTexts, asset: AssetCode): Part =>
  elsewhere.has(assetOf(asset).chain) ? t.otherNetworks(assetOf(asset).ticker) : t.otherCoins

const TOKEN_LINK = /^ethereum:(0x[0-9a-fA-F]{40})(?:@\d+)?\/transfer\?/

/** The token contract of a wallet link; undefined for a coin (EIP-681). */
export const tokenContractOf = (paymentUri: string): string | undefined => TOKEN_LINK.exec(paymentUri)?.[1]
