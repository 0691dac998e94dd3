import { escrowFeeUnits } from '@gateway/domain/escrows/escrow'
import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { html, type Markup } from '../html.ts'
import type { EscrowTexts } from '../locales/en/escrow.ts'
import { escrowTexts } from '../locales/escrow-texts.ts'
import { formatMoment, formatStamp } from '../locales/format.ts'
import { exact, named } from '../parts/amount.ts'
import { networkOf } from '../payments/asset-words.ts'
import type { EscrowPageView } from './escrow-view.ts'

/** A page's view with the texts of its language, and the names and amounts in them. */
export interface SpokenEscrow extends EscrowPageView {
  readonly t: EscrowTexts
  readonly ticker: string
  readonly network: Markup
  /** An amount without its unit, exact. */
  readonly bare: (units: bigint) => string
  /** An amount with its unit, exact. */
  readonly coins: (units: bigint) => Markup
  readonly feeUnits: bigint
  /** What a release pays. */
  readonly payoutUnits: bigint
  /** What is still to be paid in; 0 when nothing is. */
  readonly missingUnits: bigint
}

/** Adds what every part of the page says. */
export function spoken(view: EscrowPageView): SpokenEscrow {
  const { asset, amountUnits, depositedUnits } = view.escrow
  const { decimals, ticker } = assetOf(asset)
  const bare = (units: bigint): string => formatUnits(units, decimals)
  const feeUnits = escrowFeeUnits(view.escrow)
  return {
    ...view,
    t: escrowTexts[view.language],
    ticker,
    network: named(view.testNetwork === undefined ? networkOf(asset) : `${networkOf(asset)} ${view.testNetwork}`),
    bare,
    coins: (units) => exact(`${bare(units)} ${ticker}`),
    feeUnits,
    payoutUnits: amountUnits - feeUnits,
    missingUnits: depositedUnits < amountUnits ? amountUnits - depositedUnits : 0n,
  }
}

/** True while the depositor is asked to pay in. */
export const isAwaitingDeposit = ({ escrow, missingUnits, now }: SpokenEscrow): boolean =>
  escrow.state === 'created' && escrow.address !== null && missingUnits > 0n && now < escrow.expiresAt

/** A time with its zone. */
export const momentOf = ({ language }: Pick<EscrowPageView, 'language'>, moment: Date): Markup =>
  html`<bdi><time datetime="${moment.toISOString()}">${formatMoment(language, moment.toISOString())}</time></bdi>`

/** A time beside others of the same weeks. */
export const stampOf = ({ language }: Pick<EscrowPageView, 'language'>, moment: Date, withSeconds = false): Markup =>
  html`<bdi><time datetime="${moment.toISOString()}">${formatStamp(language, moment.toISOString(), { withSeconds })}</time></bdi>`

/** The address of this page with further members. */
export const linkTo = ({ query: { id = '', lang } }: Pick<EscrowPageView, 'query'>, more: Readonly<Record<string, string>> = {}): string =>
  `?${new URLSearchParams({ id, ...(lang !== undefined && { lang }), ...more }).toString()}`
