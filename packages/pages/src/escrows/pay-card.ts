import { formatUnits } from '@gateway/domain/money/decimal'
import { html, type Markup } from '../html.ts'
import { checkoutTexts } from '../locales/checkout-texts.ts'
import { formatFiat } from '../locales/format.ts'
import { exact } from '../parts/amount.ts'
import { icon } from '../parts/icons.ts'
import { panelNotice } from '../parts/notice.ts'
import { onlyAsset } from '../payments/asset-words.ts'
import { sendFields } from '../payments/send-fields.ts'
import { sendQr } from '../payments/send-qr.ts'
import type { PayIn } from './escrow-view.ts'
import type { SpokenEscrow } from './escrow-words.ts'

const CENTS = 2

/** What the depositor sends, and where to: amount, address, network, QR code and the way into a wallet. */
export const payCard = (page: SpokenEscrow, { address, walletLink, qrText }: PayIn): Markup => {
  const { t, escrow, language, ticker, bare, missingUnits } = page
  const words = checkoutTexts[language]
  const isRest = escrow.depositedUnits > 0n
  const send = {
    t: words,
    language,
    ticker,
    qrText,
    phase: isRest ? ('short' as const) : ('waiting' as const),
    fiat: exact(formatFiat(language, formatUnits(escrow.usdCents, CENTS), 'USD')),
    payment: {
      amount_due: bare(missingUnits),
      payment_address: address,
      payment_uri: walletLink,
      blockchain: escrow.asset,
    },
    ...(isRest && { note: words.walletFee }),
  }
  return html`<section class="card" data-part="pay" aria-labelledby="h-pay">
    <div class="card__head"><h2 id="h-pay">${t.payIn}</h2></div>
    <div class="panel__part send">${sendFields(send)} ${sendQr(send)}</div>
    ${panelNotice({ part: 'warning', tone: 'wrong_asset', title: words.sendOnly(onlyAsset(words, escrow.asset)), help: t.sendOnlyHelp })}
    <div class="panel__part">
      <div class="actions">
        <a class="btn btn--primary" id="wallet" href="${walletLink}">${icon('wallet')}${words.openWallet}</a
        ><a class="btn" id="again" href="">${icon('refresh')}${t.checkAgain}</a>
      </div>
    </div>
  </section>`
}
