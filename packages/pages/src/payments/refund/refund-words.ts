import { type AssetCode, assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { html, type Markup } from '../../html.ts'
import { formatMoment } from '../../locales/format.ts'
import { refundTexts } from '../../locales/refund-texts.ts'
import type { RefundTexts } from '../../locales/en/refund.ts'
import type { RefundView } from './refund-view.ts'

type Spoken = Pick<RefundView, 'language' | 'refund'>

/** The texts of a view in its language. */
export const wordsOf = ({ language }: Pick<RefundView, 'language'>): RefundTexts => refundTexts[language]

/** An amount with its unit, exact and never broken or mirrored. */
export const amountOf = (asset: AssetCode, units: bigint): Markup => {
  const { decimals, ticker } = assetOf(asset)
  return html`<bdi class="num nowrap" dir="ltr">${formatUnits(units, decimals)} ${ticker}</bdi>`
}

/** A time as its reader writes it, with its zone. */
export const momentOf = ({ language }: Pick<RefundView, 'language'>, moment: Date): Markup =>
  html`<bdi><time datetime="${moment.toISOString()}">${formatMoment(language, moment.toISOString())}</time></bdi>`

/** The merchant and the network, isolated from the direction of the text around them. */
export interface Names {
  readonly merchant: Markup
  readonly network: Markup
}

/** The names in the texts of a refund. */
export const namesOf = ({ refund: { businessName, asset, network } }: Spoken): Names => ({
  merchant: html`<bdi>${businessName}</bdi>`,
  network: html`<bdi>${networkName(asset, network)}</bdi>`,
})

const chainNames = { BTC: 'Bitcoin', BCH: 'Bitcoin Cash', ETH: 'Ethereum', POL: 'Polygon', SOL: 'Solana' } as const

/** Coins of a test network look like others, so its name says that it is one. */
const networkName = (asset: AssetCode, network: string): string =>
  network === 'mainnet' ? chainNames[assetOf(asset).chain] : `${chainNames[assetOf(asset).chain]} ${network}`
