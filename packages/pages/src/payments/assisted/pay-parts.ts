import { assetOf } from '@gateway/domain/money/asset'
import { html, type Markup } from '../../html.ts'
import { checkoutTexts } from '../../locales/checkout-texts.ts'
import { glyph } from '../../parts/glyphs.ts'
import { icon } from '../../parts/icons.ts'
import { panelNotice } from '../../parts/notice.ts'
import { onlyAsset } from '../asset-words.ts'
import { sendFields } from '../send-fields.ts'
import { sendQr } from '../send-qr.ts'
import type { Sendable } from '../sendable.ts'
import type { PayPageView } from './assisted-view.ts'
import { bareAmount, type SpokenAssisted } from './assisted-words.ts'

/** What is sent, and where to: the open amount, address, network, QR code and the way into a wallet; undefined while nothing can be paid. */
export function payParts(page: SpokenAssisted<PayPageView>): Markup | undefined {
  const { t, language, refund } = page
  const { paymentUri } = refund
  const send = sendable(page)
  if (!send || paymentUri === null) return undefined
  const words = checkoutTexts[language]
  return html`${send.phase === 'short' ? sentPart(page) : ''}
    <div class="panel__part send" data-part="send">${sendFields(send)} ${sendQr(send)}</div>
    ${panelNotice({ part: 'warning', tone: 'wrong_asset', title: words.sendOnly(onlyAsset(words, refund.asset)), help: t.otherCoins })}
    <div class="panel__part paybar" data-part="paybar">
      <div class="actions">
        <a class="btn btn--primary" id="wallet" href="${paymentUri}">${icon('wallet')}${words.openWallet}</a>
      </div>
    </div>`
}

function sendable({ language, refund, fiat, qrText, sentUnits }: SpokenAssisted<PayPageView>): Sendable | undefined {
  const { asset, address, paymentUri, openUnits } = refund
  if (address === null || paymentUri === null || qrText === null) return undefined
  const t = checkoutTexts[language]
  const isRest = sentUnits > 0n
  return {
    t,
    language,
    phase: isRest ? 'short' : 'waiting',
    ticker: assetOf(asset).ticker,
    fiat,
    qrText,
    payment: { amount_due: bareAmount(refund, openUnits), payment_address: address, payment_uri: paymentUri, blockchain: asset },
    ...(isRest && { note: t.walletFee }),
  }
}

/** How much of the refund is in blocks, and what is missing. */
const sentPart = ({ language, refund, coins, sentUnits }: SpokenAssisted): Markup => {
  const t = checkoutTexts[language]
  const { units, openUnits } = refund
  return html`<div class="panel__part received" data-part="received">
    <div class="received__row">
      <span class="row">${glyph('underpaid')}<b>${t.stillMissing(coins(openUnits))}</b></span>
    </div>
    <div class="meter">
      <progress
        class="meter__bar"
        value="${bareAmount(refund, sentUnits)}"
        max="${bareAmount(refund, units)}"
        aria-label="${t.receivedSoFar}"
      ></progress>
      <div class="meter__text"><span>${t.received} ${coins(sentUnits)}</span><span>${t.ofTotal(coins(units))}</span></div>
    </div>
  </div>`
}
