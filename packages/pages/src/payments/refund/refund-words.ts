import { type AssetCode, assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { html, type Markup } from '../../html.ts'
import type { RefundTexts } from '../../locales/en/refund.ts'
import { formatMoment } from '../../locales/format.ts'
import { refundTexts } from '../../locales/refund-texts.ts'
import { named } from '../../parts/amount.ts'
import { networkOf } from '../asset-words.ts'
import type { RefundView } from './refund-view.ts'

/** A refund page's view with its texts, and the names in them. */
export interface SpokenRefund extends RefundView {
  readonly t: RefundTexts
  readonly merchant: Markup
  readonly network: Markup
}

/** Adds the texts of a view's language. */
export const spoken = (view: RefundView): SpokenRefund => ({
  ...view,
  t: refundTexts[view.language],
  merchant: named(view.refund.businessName),
  network: named(networkName(view)),
})

/** A refund on a network. */
interface OnNetwork {
  readonly refund: Pick<RefundView['refund'], 'asset' | 'network'>
  /** True where the coins have no value. */
  readonly isTestNetwork: boolean
}

/** Coins of a test network look like others, so its name says that it is one. */
export const networkName = ({ refund: { asset, network }, isTestNetwork }: OnNetwork): string =>
  isTestNetwork ? `${networkOf(asset)} ${network}` : networkOf(asset)

/** An amount with its unit, exact and never broken or mirrored. */
export const amountOf = (asset: AssetCode, units: bigint): Markup =>
  html`<bdi class="num nowrap" dir="ltr">${formatUnits(units, assetOf(asset).decimals)} ${assetOf(asset).ticker}</bdi>`

/** A time as its reader writes it, with its zone. */
export const momentOf = ({ language }: Pick<RefundView, 'language'>, moment: Date): Markup =>
  html`<bdi><time datetime="${moment.toISOString()}">${formatMoment(language, moment.toISOString())}</time></bdi>`
