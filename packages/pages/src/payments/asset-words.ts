import { type AssetCode, assetOf, type ChainCode } from '@gateway/domain/money/asset'
import type { Part } from '../html.ts'
import type { CheckoutTexts } from '../locales/en/checkout.ts'
import { exact } from '../parts/amount.ts'

/** A network in words, and where else its coin can be sent, which does not pay. */
interface NetworkWords {
  readonly name: string
  readonly alsoBy: 'lightning' | 'other_networks' | 'nothing'
  /** The network fee is deducted from the payout, because it is paid in the same coin. */
  readonly takesFee?: true
}

const networks: Readonly<Record<ChainCode, NetworkWords>> = {
  BTC: { name: 'Bitcoin', alsoBy: 'lightning', takesFee: true },
  BCH: { name: 'Bitcoin Cash', alsoBy: 'nothing', takesFee: true },
  ETH: { name: 'Ethereum', alsoBy: 'other_networks' },
  POL: { name: 'Polygon', alsoBy: 'other_networks' },
  SOL: { name: 'Solana', alsoBy: 'other_networks' },
}

const wordsOf = (asset: AssetCode): NetworkWords => networks[assetOf(asset).chain]

/** The name of the network an asset is sent over. */
export const networkOf = (asset: AssetCode): string => wordsOf(asset).name

/** True where a payout arrives less the network fee. */
export const isNetworkFeeTakenOff = (asset: AssetCode): boolean => wordsOf(asset).takesFee === true

/** Over which network a coin is sent. */
export const networkHint = (t: CheckoutTexts, asset: AssetCode): Part =>
  wordsOf(asset).alsoBy === 'lightning' ? t.notLightning : t.onNetwork(exact(networkOf(asset)))

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
  wordsOf(asset).alsoBy === 'other_networks' ? t.otherNetworks(assetOf(asset).ticker) : t.otherCoins

/** EIP-681, and Solana Pay. */
const TOKEN_LINKS = [
  /^ethereum:(0x[0-9a-fA-F]{40})(?:@\d+)?\/transfer\?/,
  /^solana:[^?]+\?(?:.*&)?spl-token=([1-9A-HJ-NP-Za-km-z]{32,44})(?:&|$)/,
]

/** The token contract of a wallet link, or a token's mint; undefined for a coin. */
export const tokenContractOf = (paymentUri: string): string | undefined =>
  TOKEN_LINKS.map((link) => link.exec(paymentUri)?.[1]).find((contract) => contract !== undefined)
