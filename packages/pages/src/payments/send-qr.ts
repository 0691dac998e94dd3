import { html, type Markup } from '../html.ts'
import { shellTexts } from '../locales/shell-texts.ts'
import { qrCode } from '../parts/qr-code.ts'
import type { Sendable } from './sendable.ts'

/** The QR codes. A coin's code can hold the link with the amount or the bare address, for wallets that misread links; a token's holds the address. */
export function sendQr(checkout: Sendable): Markup {
  const { t, payment, qrText, phase } = checkout
  const note = phase === 'short' ? html`<p class="hint center">${t.codeIsRest}</p>` : ''
  if (qrText === payment.payment_address)
    return html`<div class="qr">
      ${addressTile(checkout)}
      <p class="hint center">${t.codeIsAddress}</p>
    </div>`
  return html`<div class="qr">
    ${linkTile(checkout)} ${addressTile(checkout)}
    <div class="segmented" role="radiogroup" aria-label="${t.codeHolds}">
      <label><input type="radio" name="code" id="code-link" checked />${t.withAmount}</label>
      <label><input type="radio" name="code" id="code-address" />${t.addressOnly}</label>
    </div>
    ${note}
  </div>`
}

const linkTile = ({ t, payment, qrText, ticker, language }: Sendable): Markup =>
  html`<button
    type="button"
    class="qr__tile qr__link"
    id="qr-link"
    data-copy="${qrText}"
    data-done="${shellTexts[language].copied}"
    aria-label="${t.codeWithAmount(`${payment.amount_due} ${ticker}`, payment.payment_address)}"
  >
    ${qrCode(qrText)}
  </button>`

const addressTile = ({ t, payment, ticker, language }: Sendable): Markup =>
  html`<button
    type="button"
    class="qr__tile qr__address"
    id="qr-address"
    data-copy="${payment.payment_address}"
    data-done="${shellTexts[language].copied}"
    aria-label="${t.codeOfAddress(`${payment.amount_due} ${ticker}`, payment.payment_address)}"
  >
    ${qrCode(payment.payment_address)}
  </button>`
