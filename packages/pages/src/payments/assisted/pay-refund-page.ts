import { html, type Markup, type Part } from '../../html.ts'
import { layout } from '../../layout.ts'
import { named } from '../../parts/amount.ts'
import { glyph } from '../../parts/glyphs.ts'
import { icon } from '../../parts/icons.ts'
import { panelNotice } from '../../parts/notice.ts'
import { momentOf } from '../refund/refund-words.ts'
import { assistedFacts } from './assisted-facts.ts'
import { payHeadline } from './assisted-headline.ts'
import type { PayPageView } from './assisted-view.ts'
import { type SpokenAssisted, spokenAssisted } from './assisted-words.ts'
import { liveRefund, liveRefundNotices } from './live-refund.ts'
import { namedTransactions, nameForm } from './named-transactions.ts'
import { payParts } from './pay-parts.ts'
import { takenBack, transferList } from './transfer-list.ts'

/**
 * The page on which a refund is paid from the merchant's own wallet: amount, address, QR code and the way into a wallet, what has arrived, and a form
 * that names a transaction. It works without scripts, and its form posts to the address it is on.
 */
export function payRefundPage(view: PayPageView): string {
  const page = spokenAssisted(view)
  const { language, nonce, theme, refund } = view
  return layout({
    language,
    nonce,
    theme,
    title: page.t.payTitle(page.fiat),
    merchant: refund.businessName,
    isTest: refund.mode === 'test' || page.isTestNetwork,
    styles: ['refund.css'],
    script: 'live.js',
    content: html`<main id="main" ${liveRefund(page, payHeadline)}>
      ${liveRefundNotices(page)}
      <div class="pay">
        <section class="pay__order" id="order" data-parts aria-labelledby="amount">${orderParts(page)}</section>
        <section class="panel" id="panel" data-parts aria-labelledby="headline">${panelParts(page)}</section>
      </div>
    </main>`,
  })
}

/** What goes back, and of which payment. */
const orderParts = (page: SpokenAssisted): Markup => {
  const { t, shared, refund, fiat } = page
  const { description, reason, reference, offerEndsAt } = refund
  return html`<h1 id="amount" data-part="amount" class="order__amount" tabindex="-1"><span class="sr-only">${t.pay}: </span>${fiat}</h1>
    ${description === null ? '' : html`<p data-part="what" class="order__what">${named(description)}</p>`}
    ${reason === null ? '' : html`<p data-part="why" class="order__what hint">${t.reason(named(reason))}</p>`}
    <dl class="order__facts" data-part="facts">
      ${fact(t.openUntil, momentOf(page, offerEndsAt))}
      ${fact(shared.reference, html`<bdi dir="ltr" class="mono order__reference">${reference}</bdi>`)}
    </dl>`
}

const fact = (term: Part, value: Part): Markup =>
  html`<div>
    <dt>${term}</dt>
    <dd class="num">${value}</dd>
  </div>`

const panelParts = (page: SpokenAssisted<PayPageView>): Markup => {
  const { tone, title, help } = payHeadline(page)
  const lost = takenBack(page)
  return html`<div class="panel__part result" data-part="result">
      ${glyph(tone)}
      <h2 id="headline" tabindex="-1">${title}</h2>
      <p>${help}</p>
    </div>
    ${lost && panelNotice(lost)} ${payParts(page)} ${listed(page)} ${nameForm(page)} ${factsPart(page)}`
}

/** What has arrived, and what was named. */
const listed = (page: SpokenAssisted): Markup | undefined => {
  const { transfers, named: transactions } = page.refund
  if (transfers.length === 0 && transactions.length === 0) return undefined
  return html`<div class="panel__part stack stack--tight" data-part="transfers">
    ${transfers.length === 0 ? '' : transferList(page)} ${namedTransactions(page)}
  </div>`
}

const factsPart = (page: SpokenAssisted): Markup =>
  html`<div class="panel__part stack" data-part="facts">
    ${assistedFacts(page)} <a class="btn only-without-scripts" href="">${icon('refresh')}${page.shared.checkAgain}</a>
  </div>`
