import { html, type Markup } from '../html.ts'
import { formatMoment, formatPrice } from '../locales/format.ts'
import { exact, named } from '../parts/amount.ts'
import { factList } from '../parts/fact-list.ts'
import { glyph } from '../parts/glyphs.ts'
import { icon } from '../parts/icons.ts'
import { merchantLink } from '../parts/merchant-link.ts'
import { networkOf } from './asset-words.ts'
import type { Checkout } from './checkout.ts'
import { isBelowAsked } from './deposit-sums.ts'
import { transactionId } from './transaction-link.ts'

/** A paid order: the receipt, also on paper, and the way back to the shop, which the shopper takes when they want to. */
export const paidParts = (checkout: Checkout, notices: readonly Markup[]): Markup => {
  const { t, merchant } = checkout
  return html`<div class="panel__part result" data-part="result">
      ${glyph('paid')}
      <h2 id="headline" tabindex="-1">${t.paid}</h2>
      <p>${t.paidHelp(merchant)}</p>
    </div>
    ${notices}
    <div class="panel__part" data-part="receipt">${receipt(checkout)} ${acceptedLess(checkout)}</div>
    ${actions(checkout)}`
}

function receipt(checkout: Checkout): Markup {
  const { t, payment, language, fiat, coins, ticker } = checkout
  return factList([
    { term: t.orderTotal, value: fiat },
    { term: t.rate, value: exact(`1 ${ticker} = ${formatPrice(language, payment.price, payment.currency)}`) },
    { term: t.youPaid, value: coins(payment.amount_received), isTotal: true },
    { term: t.network, value: networkOf(payment.blockchain) },
    payment.confirmed_at === null ? undefined : { term: t.confirmed, value: named(formatMoment(language, payment.confirmed_at)) },
    payment.tx_hash === null ? undefined : { term: t.transaction, value: transactionId(checkout, payment.tx_hash) },
    { term: t.reference, value: html`<bdi dir="ltr" class="mono hash">${payment.id}</bdi>` },
  ])
}

/** Less than asked, and taken as the whole: the receipt says both amounts. */
const acceptedLess = ({ t, payment, merchant, coins }: Checkout): Markup | undefined =>
  payment.resolution === null || payment.resolution === 'paid' || !isBelowAsked(payment)
    ? undefined
    : html`<p class="hint">${t.acceptedLess(merchant, coins(payment.crypto_amount))}</p>`

function actions({ t, payment, merchant }: Checkout): Markup {
  const back = merchantLink(payment.success_url, payment)
  return html`<div class="panel__part no-print" data-part="actions">
    <div class="actions">
      ${back === undefined ? '' : html`<a class="btn btn--primary" id="return" href="${back}"><span>${t.returnTo(merchant)}</span>${icon('arrowright', { flips: true })}</a>`}
      <button type="button" class="btn needs-script" id="print" data-print>${icon('print')}${t.print}</button>
    </div>
  </div>`
}
