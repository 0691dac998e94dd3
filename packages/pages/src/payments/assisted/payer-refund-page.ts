import { html, type Markup } from '../../html.ts'
import { layout } from '../../layout.ts'
import { named } from '../../parts/amount.ts'
import { glyph } from '../../parts/glyphs.ts'
import { addressField } from '../refund/address-field.ts'
import { paymentNote } from '../refund/refund-facts.ts'
import type { OfferStep } from '../refund/refund-view.ts'
import { assistedFacts } from './assisted-facts.ts'
import { payerHeadline } from './assisted-headline.ts'
import type { PayerPageView } from './assisted-view.ts'
import { type SpokenAssisted, spokenAssisted } from './assisted-words.ts'
import { payerProgress } from './payer-progress.ts'
import { payerReview } from './payer-review.ts'

/**
 * The page of the payer's link to a refund that the merchant pays: the amount and the form for an address, the question before it is named, and the
 * progress. Its forms post to the address they are on, so the token is nowhere in the markup.
 */
export function payerRefundPage(view: PayerPageView): string {
  const page = spokenAssisted(view)
  const { language, nonce, theme, refund, show } = view
  const asks = refund.state === 'offered'
  return layout({
    language,
    nonce,
    theme,
    title: page.shared.title(refund.businessName),
    merchant: refund.businessName,
    isTest: refund.mode === 'test' || page.isTestNetwork,
    styles: ['refund.css'],
    ...(!asks && { script: 'live.js' as const }),
    content: asks ? asking(page, show) : payerProgress(page, show.step === 'progress' && show.isTaken === true),
  })
}

const asking = (page: SpokenAssisted<PayerPageView>, show: PayerPageView['show']): Markup =>
  show.step === 'review' ? payerReview(page, show) : offer(page, show.step === 'offer' ? show : { step: 'offer' })

/** The amount, why it goes back, and the form for an address. A wrong address is kept, with the problem. */
function offer(page: SpokenAssisted, step: OfferStep): Markup {
  const { t, shared, refund, merchant, network } = page
  const { tone, title, help } = payerHeadline(page)
  return html`<main id="main" class="gate">
    <div class="gate__card gate__card--wide">
      ${glyph(tone)}
      <div>
        <h1>${title}</h1>
        <p>${help}</p>
      </div>
      ${refund.reason === null ? '' : html`<p>${t.reason(named(refund.reason))}</p>`}
      <div class="stack stack--tight">
        ${assistedFacts(page, shared.linkWorksUntil)}
        <p class="hint">${t.wholeAmount(merchant)}</p>
      </div>
      <form method="post" class="stack" novalidate>
        ${addressField({ t: shared, network }, step)}
        <button class="btn btn--primary btn--block" name="step" value="review">${shared.check}</button>
        <p class="hint">${shared.nothingYet}</p>
      </form>
      ${paymentNote({ t: shared, refund })}
    </div>
  </main>`
}
