import type { AssetCode } from '@gateway/domain/money/asset'
import { html, type Markup } from '../html.ts'
import type { CheckoutTexts } from '../locales/en/checkout.ts'
import { formatTime } from '../locales/format.ts'
import { exact } from '../parts/amount.ts'
import { countdown } from '../parts/countdown.ts'
import { icon } from '../parts/icons.ts'
import { glyph } from '../parts/glyphs.ts'
import { panelNotice } from '../parts/notice.ts'
import { merchantLink } from '../parts/merchant-link.ts'
import { onlyAsset, otherAssets } from './asset-words.ts'
import type { Checkout } from './checkout.ts'
import { sendFields } from './send-fields.ts'
import { sendQr } from './send-qr.ts'

/** A payment that asks to be paid, or for the rest: time, missing part, amount, address, QR code, the warning and the way into a wallet. */
export const sendParts = (checkout: Checkout, notices: readonly Markup[]): Markup =>
  html`${notices} ${timer(checkout)} ${checkout.phase === 'short' ? receivedPart(checkout) : ''}
    <div class="panel__part send" data-part="send">${sendFields(checkout)} ${sendQr(checkout)}</div>
    ${assetWarning(checkout.t, checkout.payment.blockchain)} ${payBar(checkout)}`

/** The time that the price is held. */
const timer = ({ t, payment, now, language }: Checkout): Markup =>
  countdown({
    now,
    from: payment.created_at,
    until: payment.expires_at,
    left: t.left,
    note: t.heldUntilTime(exact(formatTime(language, payment.expires_at))),
  })

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

/** The one asset that this address takes. */
export const assetWarning = (t: CheckoutTexts, asset: AssetCode): Markup =>
  panelNotice({ part: 'warning', tone: 'wrong_asset', title: t.sendOnly(onlyAsset(t, asset)), help: otherAssets(t, asset) })

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
