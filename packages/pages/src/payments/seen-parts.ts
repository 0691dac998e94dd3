import { html, type Markup, trusted } from '../html.ts'
import { formatTime } from '../locales/format.ts'
import { exact } from '../parts/amount.ts'
import { factList } from '../parts/fact-list.ts'
import { glyph } from '../parts/glyphs.ts'
import { icon } from '../parts/icons.ts'
import type { Checkout } from './checkout.ts'
import { transactionButton, transactionId } from './transaction-link.ts'

/** A payment that the network confirms: no countdown, confirmations, and that the page may be closed. */
export const seenParts = (checkout: Checkout, notices: readonly Markup[]): Markup => {
  const { t, payment, merchant, coins } = checkout
  return html`<div class="panel__part result" data-part="result">
      ${glyph('detected')}
      <h2 id="headline" tabindex="-1">${t.seenTitle}</h2>
      <p>${t.seenHelp(coins(payment.amount_received))}</p>
    </div>
    ${notices}
    <div class="panel__part stack" data-part="confirmations">
      <div class="meter">
        <div class="meter__text meter__text--md"><b>${t.confirmations(payment.confirmations, payment.confirmations_required)}</b></div>
        ${ticks(checkout)}
      </div>
      ${facts(checkout)}
      <p class="hint">${t.mayClose(merchant)}</p>
    </div>
    ${actions(checkout)}`
}

/** More ticks than fit would be a line; a bar says the same. */
const MAX_TICKS = 40

function ticks({ t, payment: { confirmations, confirmations_required: required } }: Checkout): Markup {
  const on = trusted('<i class="is-on"></i>')
  const off = trusted('<i></i>')
  const shown = Math.min(required, MAX_TICKS)
  const reached = Math.floor((confirmations * shown) / Math.max(required, 1))
  return html`<div
    class="ticks"
    role="progressbar"
    aria-valuemin="0"
    aria-valuemax="${required}"
    aria-valuenow="${confirmations}"
    aria-label="${t.confirmationCount}"
  >
    ${Array.from({ length: shown }, (_, at) => (at < reached ? on : off))}
  </div>`
}

function facts(checkout: Checkout): Markup {
  const { t, payment, coins, language } = checkout
  return factList([
    { term: t.received, value: coins(payment.amount_received) },
    payment.detected_at === null ? undefined : { term: t.seen, value: exact(formatTime(language, payment.detected_at)) },
    payment.tx_hash === null ? undefined : { term: t.transaction, value: transactionId(checkout, payment.tx_hash) },
  ])
}

function actions(checkout: Checkout): Markup {
  const button = transactionButton(checkout)
  const again = html`<a class="btn only-without-scripts" href="">${icon('refresh')}${checkout.t.checkAgain}</a>`
  return html`<div class="${button === undefined ? 'panel__part only-without-scripts' : 'panel__part'}" data-part="actions">
    <div class="actions">${button} ${again}</div>
  </div>`
}
