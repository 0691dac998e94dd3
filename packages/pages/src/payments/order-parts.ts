import { html, type Markup, type Part } from '../html.ts'
import { formatPrice, formatTime } from '../locales/format.ts'
import { exact } from '../parts/amount.ts'
import type { Checkout } from './checkout.ts'
import { isPayable } from './phase.ts'

/** The order on the canvas: the fiat amount as the page's heading, the description, and the facts of the price. */
export const orderParts = ({ t, payment, phase, fiat, ticker, language, merchant }: Checkout): Markup =>
  html`<h1 id="amount" data-part="amount" class="order__amount" tabindex="-1"><span class="sr-only">${t.pay(merchant)}: </span>${fiat}</h1>
    ${payment.description === null || payment.description === '' ? '' : html`<p data-part="what" class="order__what"><bdi>${payment.description}</bdi></p>`}
    <dl class="order__facts" data-part="facts">
      ${fact(t.rate, exact(`1 ${ticker} = ${formatPrice(language, payment.price, payment.currency)}`))}
      ${isPayable(phase) ? fact(t.heldUntil, exact(formatTime(language, payment.expires_at))) : ''}
      ${fact(t.reference, html`<bdi dir="ltr" class="mono order__reference">${payment.id}</bdi>`)}
    </dl>`

const fact = (term: Part, value: Part): Markup =>
  html`<div>
    <dt>${term}</dt>
    <dd class="num">${value}</dd>
  </div>`
