import { html, type Markup } from '../html.ts'
import { formatTime } from '../locales/format.ts'
import { groupedAddress, shortAddress } from '../parts/address.ts'
import { exact } from '../parts/amount.ts'
import { glyph } from '../parts/glyphs.ts'
import { icon } from '../parts/icons.ts'
import { merchantLink } from '../parts/merchant-link.ts'
import type { Checkout } from './checkout.ts'
import { hasArrived, hasSent } from './phase.ts'

/** A payment whose time is up, that is over or has failed: do not send; deposits of shoppers who have sent are still watched for. */
export const endedParts = (checkout: Checkout, notices: readonly Markup[]): Markup =>
  html`<div class="panel__part result" data-part="result">${headline(checkout)}</div>
    ${notices}
    <div class="panel__part either" data-part="either">
      ${checkout.phase === 'checking' || hasSent(checkout.payment) ? '' : nothingSent(checkout)} ${alreadySent(checkout)}
    </div>`

function headline({ t, phase, payment, language }: Checkout): Markup {
  if (phase !== 'failed') {
    const deadline = exact(formatTime(language, payment.expires_at))
    return html`${glyph('expired')}
      <h2 id="headline" tabindex="-1">${t.overTitle}</h2>
      <p>${phase === 'checking' ? t.checkingHelp(deadline) : t.overHelp(deadline)}</p>`
  }
  const isReplaced = payment.exceptions.some((exception) => exception === 'replaced' || exception === 'reorged')
  const neverCame = isReplaced && !hasArrived(payment)
  return html`${glyph('failed')}
    <h2 id="headline" tabindex="-1">${t.failedTitle}</h2>
    <p>${neverCame ? t.failedReplaced : t.failedOther}</p>`
}

function nothingSent({ t, merchant, payment }: Checkout): Markup {
  const back = merchantLink(payment.cancel_url, payment)
  return html`<div>
    <h3>${t.nothingSent}</h3>
    <p>${t.startAgain(merchant)}</p>
    ${back === undefined ? '' : html`<a class="btn btn--primary" id="return" href="${back}"><span>${t.returnTo(merchant)}</span>${icon('arrowright', { flips: true })}</a>`}
  </div>`
}

/** The address stays one click away: it is compared with what a wallet has sent to, and nobody should send to it now. */
const alreadySent = ({ t, merchant, payment }: Checkout): Markup =>
  html`<div>
    <h3>${t.alreadySent}</h3>
    <p>${t.stillWatching}</p>
    <details class="hint" id="sent-to">
      <summary>${t.address} <bdi dir="ltr" class="mono">${shortAddress(payment.payment_address)}</bdi></summary>
      ${groupedAddress(payment.payment_address)}
    </details>
    <p class="hint">${t.keepTransaction(merchant)}</p>
    <a class="btn only-without-scripts" href="">${icon('refresh')}${t.checkAgain}</a>
  </div>`
