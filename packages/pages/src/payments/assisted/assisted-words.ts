import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { fiatDecimals } from '@gateway/domain/money/fiat'
import type { Markup, Part } from '../../html.ts'
import { assistedRefundTexts } from '../../locales/assisted-refund-texts.ts'
import type { AssistedRefundTexts } from '../../locales/en/assisted-refund.ts'
import type { RefundTexts } from '../../locales/en/refund.ts'
import { formatFiat } from '../../locales/format.ts'
import { refundTexts } from '../../locales/refund-texts.ts'
import { exact, named } from '../../parts/amount.ts'
import { amountOf, networkName } from '../refund/refund-words.ts'
import type { AssistedView } from './assisted-view.ts'

/** A view with its texts, and the names and amounts in them. */
export type SpokenAssisted<View extends AssistedView = AssistedView> = View & {
  readonly t: AssistedRefundTexts
  /** Texts that it shares with refunds of held money. */
  readonly shared: RefundTexts
  readonly merchant: Part
  readonly network: Markup
  readonly fiat: Markup
  /** An amount of the refund's coin with its unit. */
  readonly coins: (units: bigint) => Part
  /** Transfers in blocks, final or not, as far as they count. */
  readonly sentUnits: bigint
}

/** Adds the texts of a view's language. */
export function spokenAssisted<View extends AssistedView>(view: View): SpokenAssisted<View> {
  const { language, refund } = view
  const { asset, fiatMinor, currency, units, openUnits } = refund
  return {
    ...view,
    t: assistedRefundTexts[language],
    shared: refundTexts[language],
    merchant: named(refund.businessName),
    network: named(networkName(view)),
    fiat: exact(formatFiat(language, formatUnits(fiatMinor, fiatDecimals[currency]), currency)),
    coins: (amount) => amountOf(asset, amount),
    sentUnits: units - openUnits,
  }
}

/** The same without markup, for what a screen reader hears. */
export const unmarked = <View extends AssistedView>(page: SpokenAssisted<View>): SpokenAssisted<View> => ({
  ...page,
  merchant: page.refund.businessName,
  coins: (units) => `${bareAmount(page.refund, units)} ${assetOf(page.refund.asset).ticker}`,
})

/** An amount without its unit, exact. */
export const bareAmount = ({ asset }: Pick<AssistedView['refund'], 'asset'>, units: bigint): string =>
  formatUnits(units, assetOf(asset).decimals)
