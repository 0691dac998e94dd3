import { html, type Markup } from '../html.ts'
import { shellTexts } from '../locales/shell-texts.ts'
import { groupedAddress, shortAddress } from '../parts/address.ts'
import { headlineClass } from '../parts/amount.ts'
import { coin } from '../parts/coins.ts'
import { copyButton } from '../parts/copy-button.ts'
import { assetTitle, networkHint, tokenContractOf } from './asset-words.ts'
import type { Sendable } from './sendable.ts'

/** The three things to get right in a wallet: amount, address, network. */
export const sendFields = (checkout: Sendable): Markup =>
  html`<div class="send__fields">${amountField(checkout)} ${addressField(checkout)} ${networkField(checkout)}</div>`

/** The amount is shown whole and copied as shown, without its unit. */
function amountField({ t, payment, phase, ticker, fiat, language, note }: Sendable): Markup {
  const isRest = phase === 'short'
  const { copy, copied } = shellTexts[language]
  return html`<div class="send__field">
    <span class="label">${isRest ? t.sendRest : t.sendExactly}</span>
    <span class="${headlineClass(payment.amount_due)}"
      ><bdi dir="ltr">${payment.amount_due} <small>${ticker}</small></bdi></span
    >
    ${copyButton({ id: 'copy-amount', text: payment.amount_due, label: t.copyAmount(payment.amount_due), word: copy, done: copied })}
    <span class="hint num">${note ?? (isRest ? t.atHeldRate : html`${fiat} · ${t.walletFee}`)}</span>
  </div>`
}

function addressField({ t, payment, phase, language }: Sendable): Markup {
  const { copy, copied } = shellTexts[language]
  return html`<div class="send__field">
    <span class="label">${phase === 'short' ? t.toSameAddress : t.toAddress}</span>
    ${groupedAddress(payment.payment_address)}
    ${copyButton({ id: 'copy-address', text: payment.payment_address, label: t.copyAddress, word: copy, done: copied })}
  </div>`
}

const networkField = (checkout: Sendable): Markup =>
  html`<div class="network">
    ${coin(checkout.payment.blockchain)}<span
      >${assetTitle(checkout.t, checkout.payment.blockchain)}<small>${networkNote(checkout)}</small></span
    >
  </div>`

/** A token by its contract, because anybody can name a token USDC; a coin by its network. */
function networkNote({ t, payment }: Sendable): Markup {
  const contract = tokenContractOf(payment.payment_uri)
  if (contract !== undefined) {
    return html`<details id="contract">
      <summary>${t.tokenContract} <bdi dir="ltr" class="mono">${shortAddress(contract)}</bdi></summary>
      ${groupedAddress(contract)}
    </details>`
  }
  return html`${networkHint(t, payment.blockchain)}`
}
