import { html, type Markup } from '../../html.ts'
import { cardNotice } from '../../parts/card-notice.ts'
import { factList } from '../../parts/fact-list.ts'
import { glyph } from '../../parts/glyphs.ts'
import { paymentNote, refundAmounts } from './refund-facts.ts'
import { addressField } from './address-field.ts'
import type { OfferStep } from './refund-view.ts'
import { amountOf, momentOf, type SpokenRefund } from './refund-words.ts'

/** The held amount, the reason, the time limit, and the form for an address. A wrong address is kept, with the problem. */
export const refundOffer = (page: SpokenRefund, step: OfferStep): Markup => {
  const { t, refund, merchant } = page
  return html`<main id="main" class="gate">
    <div class="gate__card gate__card--wide">
      ${glyph('held')}
      <div>
        <h1>${t.offered(amountOf(refund.asset, refund.units))}</h1>
        <p>${t[refund.reason](merchant)}</p>
      </div>
      ${refund.isWorthSending ? '' : cardNotice({ tone: 'held', title: t.notWorth, help: t.notWorthHelp })}
      <div class="stack stack--tight">
        ${refundAmounts(page)}
        <p class="hint">${t.feeTakenOff}</p>
      </div>
      <form method="post" class="stack" novalidate>
        ${addressField(page, step)}
        <button class="btn btn--primary btn--block" name="step" value="review">${t.check}</button>
        <p class="hint">${t.nothingYet}</p>
      </form>
      ${factList([
        { term: t.network, value: page.network },
        { term: t.linkWorksUntil, value: momentOf(page, refund.offerEndsAt) },
      ])}
      ${paymentNote(page)}
    </div>
  </main>`
}
