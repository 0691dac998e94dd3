import { assetOf } from '@gateway/domain/money/asset'
import { html, type Markup } from '../html.ts'
import { checkoutTexts } from '../locales/checkout-texts.ts'
import { formatPrice, formatTime } from '../locales/format.ts'
import { exact } from '../parts/amount.ts'
import { coin } from '../parts/coins.ts'
import { countdown } from '../parts/countdown.ts'
import { icon } from '../parts/icons.ts'
import { panelNotice } from '../parts/notice.ts'
import { networkOf } from '../payments/asset-words.ts'
import { sendFields } from '../payments/send-fields.ts'
import { assetWarning } from '../payments/send-parts.ts'
import { sendQr } from '../payments/send-qr.ts'
import type { Sendable } from '../payments/sendable.ts'
import type { InvoiceCoin } from './invoice-view.ts'
import { seenAmount, type ShownInvoice } from './shown-invoice.ts'

/** The ways to pay what is left: in the coin, by card, or both behind two tabs, which are radio buttons and so need no script. */
export const payParts = (shown: ShownInvoice): Markup => {
  const { invoice } = shown
  return html`${notices(shown)} ${invoice.coin !== null && invoice.card === 'taken' ? tabs(shown, invoice.coin) : ''}
  ${invoice.coin === null ? '' : coinParts(shown, invoice.coin)} ${invoice.card === 'taken' ? cardPart(shown) : ''}`
}

function notices(shown: ShownInvoice): Markup {
  const { t, invoice, day, merchant } = shown
  const { status, dueDate, seen, card, coin: way } = invoice
  const isOverdue = status === 'overdue' && dueDate !== null
  return html`${isOverdue ? panelNotice({ part: 'overdue', tone: 'overdue', title: t.overdueTitle(day(dueDate)), help: t.overdueHelp }) : ''}
  ${seen === null ? '' : panelNotice({ part: 'seen', tone: 'detected', title: t.seenTitle(exact(seenAmount(shown, seen))), ...(seen.way === 'coin' && { help: t.seenHelp(merchant) }) })}
  ${card === 'too_small' ? panelNotice({ part: 'too-small', tone: 'pending', title: t.cardTooSmall }) : ''}
  ${card === 'too_large' ? panelNotice({ part: 'too-large', tone: 'pending', title: t.cardTooLarge }) : ''}
  ${way === null && seen === null && card !== 'taken' ? panelNotice({ part: 'no-way', tone: 'held', title: t.noWay, help: t.noWayHelp(merchant) }) : ''}`
}

const tabs = ({ t }: ShownInvoice, { asset }: InvoiceCoin): Markup =>
  html`<div class="tabs no-print" data-part="tabs" role="radiogroup" aria-label="${t.howToPay}">
    <label><input type="radio" name="way" id="way-coin" checked />${coin(asset, 'sm')}${nameOf(asset)}</label>
    <label><input type="radio" name="way" id="way-card" />${icon('card')}${t.card}</label>
  </div>`

/** A coin by its network, a token by its ticker: `Bitcoin`, `USDC`. */
const nameOf = (asset: InvoiceCoin['asset']): string => (assetOf(asset).chain === asset ? networkOf(asset) : assetOf(asset).ticker)

function coinParts(shown: ShownInvoice, way: InvoiceCoin): Markup {
  const { t, now, language } = shown
  const sendable = sendableOf(shown, way)
  const note = t.thenNewPrice(exact(formatTime(language, way.expiresAt)))
  return html`${countdown({ now, from: way.quotedAt, until: way.expiresAt, left: t.atThisPrice, note })}
    <div class="panel__part send" data-part="send">${sendFields(sendable)} ${sendQr(sendable)}</div>
    ${assetWarning(sendable.t, way.asset)}
    <div class="panel__part paybar no-print" data-part="paybar">
      <div class="actions">
        <a class="btn btn--primary" id="wallet" href="${way.uri}">${icon('wallet')}${sendable.t.openWallet}</a>
        <a class="btn only-without-scripts" href="">${icon('refresh')}${sendable.t.checkAgain}</a>
      </div>
    </div>`
}

function sendableOf({ t, invoice, money, language }: ShownInvoice, way: InvoiceCoin): Sendable {
  const { ticker } = assetOf(way.asset)
  const fiat = money(invoice.amountDue)
  return {
    t: checkoutTexts[language],
    language,
    phase: 'waiting',
    ticker,
    fiat,
    qrText: way.qrText,
    payment: { amount_due: way.amount, payment_address: way.address, payment_uri: way.uri, blockchain: way.asset },
    note: t.atPrice(fiat, exact(`1 ${ticker} = ${formatPrice(language, way.price, invoice.currency)}`)),
  }
}

const cardPart = ({ t, invoice, money, merchant }: ShownInvoice): Markup =>
  html`<div class="panel__part stack no-print" data-part="card">
    <div class="stack stack--tight">
      <h2>${t.payByCard(money(invoice.amountDue))}</h2>
      <p>${t.cardHelp(merchant)}</p>
    </div>
    <div class="actions">
      <a class="btn btn--primary" id="card" href="/now/${invoice.id}/card">${t.cardButton}${icon('arrowright', { flips: true })}</a>
    </div>
  </div>`
