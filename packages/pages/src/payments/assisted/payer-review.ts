import { html, type Markup } from '../../html.ts'
import { groupedAddress } from '../../parts/address.ts'
import { icon } from '../../parts/icons.ts'
import type { ReviewStep } from '../refund/refund-view.ts'
import { assistedFacts } from './assisted-facts.ts'
import type { SpokenAssisted } from './assisted-words.ts'

/** The amount, the whole address and every consequence once more, before the address is named. The safe button comes first. */
export const payerReview = (page: SpokenAssisted, { address }: Pick<ReviewStep, 'address'>): Markup => {
  const { t, shared, refund, merchant, coins } = page
  const amount = coins(refund.units)
  return html`<main id="main" class="gate">
    <div class="gate__card gate__card--wide">
      <div>
        <h1>${shared.review(amount)}</h1>
        <p>${shared.reviewHelp}</p>
      </div>
      <p class="well">${groupedAddress(address)}</p>
      <ul class="consequence">
        <li>${icon('arrowright', { flips: true })}<span>${t.consequencePaid(merchant, amount)}</span></li>
        <li>${icon('user')}<span>${t.consequenceOnce(merchant)}</span></li>
        <li>${icon('lock')}<span>${shared.consequenceFinal}</span></li>
      </ul>
      ${assistedFacts(page)}
      <form method="post" class="row row--wrap">
        <input type="hidden" name="address" value="${address}" />
        <button class="btn grow" name="step" value="edit">${shared.change}</button>
        <button class="btn btn--primary grow" name="step" value="claim">${t.nameAddress}</button>
      </form>
    </div>
  </main>`
}
