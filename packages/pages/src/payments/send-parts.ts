import { html, type Markup } from '../html.ts'
import { formatTime } from '../locales/format.ts'
import { exact } from '../parts/amount.ts'
import { icon } from '../parts/icons.ts'
import { glyph } from '../parts/glyphs.ts'
import { panelNotice } from '../parts/notice.ts'
import { merchantLink } from '../parts/merchant-link.ts'
import { timeLeft } from '../scripts/time-left.ts'
import { onlyAsset, otherAssets } from './asset-words.ts'
import type { Checkout } from './checkout.ts'
import { sendFields } from './send-fields.ts'
import { sendQr } from './send-qr.ts'

/** A payment that asks to be paid, or for the rest: time, missing part, amount, address, QR code, the warning and the way into a wallet. */
export const sendParts = (checkout: Checkout, notices: readonly Markup[]): Markup =>
  html`${notices} ${timer(checkout)} ${checkout.phase === 'short' ? receivedPart(checkout) : ''}
    <div class="panel__part send" data-part="send">${sendFields(checkout)} ${sendQr(checkout)}</div>
    ${warning(checkout)} ${payBar(checkout)}`

const MS = 1_000
/** From here on the ring changes its colour. */
const SHORT_MS = 120_000
/** The ring's circumference in its own units. */
const RING = 100

/** The countdown as of the server's clock; a script keeps it going, silently. Without scripts only the end of the time is shown. */
function timer({ t, payment, now, language }: Checkout): Markup {
  const at = Date.parse(payment.expires_at)
  const left = at - Date.parse(now)
  const total = Math.max(at - Date.parse(payment.created_at), left)
  const classes = left < SHORT_MS ? 'panel__part timer is-short' : 'panel__part timer'
  return html`<div class="${classes}" data-part="timer" id="timer" data-total="${total / MS}">
    <svg class="ring needs-script" viewBox="0 0 40 40" aria-hidden="true">
      <circle class="ring__track" cx="20" cy="20" r="15.9" />
      <circle class="ring__arc" cx="20" cy="20" r="15.9" stroke-dashoffset="${RING - (RING * left) / total}" />
    </svg>
    <p>
      <span class="timer__left needs-script"><bdi id="left" role="timer" aria-live="off">${timeLeft(left / MS)}</bdi> ${t.left}</span>
      <span class="hint timer__until">${t.heldUntilTime(exact(formatTime(language, payment.expires_at)))}</span>
    </p>
  </div>`
}

const receivedPart = ({ t, payment, coins }: Checkout): Markup =>
  html`<div class="panel__part received" data-part="received">
    <div class="received__row">
      <span class="row">${glyph('underpaid')}<b>${t.stillMissing(coins(payment.amount_due))}</b></span>
    </div>
    <div class="meter">
      <progress
        class="meter__bar"
        value="${payment.amount_received}"
        max="${payment.crypto_amount}"
        aria-label="${t.receivedSoFar}"
      ></progress>
      <div class="meter__text">
        <span>${t.received} ${coins(payment.amount_received)}</span><span>${t.ofTotal(coins(payment.crypto_amount))}</span>
      </div>
    </div>
    <p class="hint">${t.sendRestHelp}</p>
  </div>`

const warning = ({ t, payment }: Checkout): Markup =>
  panelNotice({
    part: 'warning',
    tone: 'wrong_asset',
    title: t.sendOnly(onlyAsset(t, payment.blockchain)),
    help: otherAssets(t, payment.blockchain),
  })

function payBar({ t, payment }: Checkout): Markup {
  const cancel = merchantLink(payment.cancel_url, payment)
  return html`<div class="panel__part paybar" data-part="paybar">
    <div class="actions">
      <a class="btn btn--primary" id="wallet" href="${payment.payment_uri}">${icon('wallet')}${t.openWallet}</a>
      ${cancel === undefined ? '' : html`<a class="btn btn--ghost" id="cancel" href="${cancel}">${t.cancel}</a>`}
      <a class="btn only-without-scripts" href="">${icon('refresh')}${t.checkAgain}</a>
    </div>
  </div>`
}
