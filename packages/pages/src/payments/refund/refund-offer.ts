import { html, type Markup, type Part } from '../../html.ts'
import { cardNotice } from '../../parts/card-notice.ts'
import { factList } from '../../parts/fact-list.ts'
import { glyph } from '../../parts/glyphs.ts'
import { paymentNote, refundAmounts } from './refund-facts.ts'
import type { AddressProblem, OfferStep } from './refund-view.ts'
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

/** The error replaces the hint, and the field that has one takes the focus. */
function addressField({ t, network }: SpokenRefund, { typed = '', problem }: OfferStep): Markup {
  const field = html`class="input mono" id="address" name="address" value="${typed}" dir="ltr" autocomplete="off" autocapitalize="none"
  spellcheck="false" required`
  return html`<div class="field">
    <label for="address">${t.yourAddress(network)}</label>
    ${
      problem === undefined
        ? html`<input ${field} aria-describedby="address-hint" /><span class="hint" id="address-hint">${t.addressHint(network)}</span>`
        : html`<input ${field} aria-describedby="address-error" aria-invalid="true" autofocus />
            <span class="field__error" id="address-error">${glyph('failed')}<span>${sentenceOf(problem)(t, network)}</span></span>`
    }
  </div>`
}

type Sentence = (t: SpokenRefund['t'], network: Markup) => Part

const sentences: Readonly<Record<AddressProblem, Sentence>> = {
  missing: (t) => t.addressMissing,
  malformed: (t, network) => t.addressMalformed(network),
  other_network: (t, network) => t.addressOtherNetwork(network),
  own_address: (t) => t.addressOwn,
}

const sentenceOf = (problem: AddressProblem): Sentence => sentences[problem]
