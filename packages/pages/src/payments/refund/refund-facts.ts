import { html, type Markup, type Part } from '../../html.ts'
import { amountOf, wordsOf } from './refund-words.ts'
import type { RefundView } from './refund-view.ts'

/** One row of the amounts: what it is, and how much. */
const row = (name: Part, amount: Markup, isTotal = false): Markup =>
  isTotal
    ? html`<div class="is-total"><dt>${name}</dt><dd>${amount}</dd></div>`
    : html`<div><dt>${name}</dt><dd>${amount}</dd></div>`

/**
 * The held amount, the network fee and the rest. Fee and rest are marked as estimates until the payout is on its way, and left out while there is no
 * estimate or nothing would remain.
 */
export function refundAmounts({ language, refund }: Pick<RefundView, 'language' | 'refund'>): Markup {
  const { asset, units, networkFeeUnits, isWorthSending, payout, state } = refund
  const words = wordsOf({ language })
  const isKnown = payout !== null
  const hasRest = networkFeeUnits !== null && isWorthSending
  const received = state === 'returned' ? words.youReceived : isKnown ? words.youReceive : words.youReceiveAbout
  return html`<dl class="kv kv--leader">
    ${row(words.held, amountOf(asset, units))}
    ${networkFeeUnits === null ? '' : row(isKnown ? words.networkFee : words.networkFeeAbout, amountOf(asset, networkFeeUnits))}
    ${hasRest ? row(received, amountOf(asset, units - networkFeeUnits), true) : ''}
  </dl>`
}

/** What the payer names to the shop: the payment's reference, and its description. */
export const paymentNote = ({ language, refund }: Pick<RefundView, 'language' | 'refund'>): Markup =>
  html`<p class="hint">
    ${refund.description === null ? '' : html`<bdi>${refund.description}</bdi><br />`} ${wordsOf({ language }).reference}
    <bdi class="mono" dir="ltr">${refund.paymentId}</bdi>
  </p>`
