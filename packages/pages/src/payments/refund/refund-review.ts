import { html, type Markup } from '../../html.ts'
import { formatHours } from '../../locales/format-hours.ts'
import { groupedAddress } from '../../parts/address.ts'
import { named } from '../../parts/amount.ts'
import { icon } from '../../parts/icons.ts'
import { refundAmounts } from './refund-facts.ts'
import type { ReviewStep } from './refund-view.ts'
import { amountOf, momentOf, type SpokenRefund } from './refund-words.ts'

/** The amount, the whole address and every consequence once more, before the address is claimed. The safe button comes first. */
export const refundReview = (page: SpokenRefund, step: ReviewStep): Markup => {
  const { t, refund } = page
  const amount = amountOf(refund.asset, refund.units)
  return html`<main id="main" class="gate">
    <div class="gate__card gate__card--wide">
      <div>
        <h1>${t.review(amount)}</h1>
        <p>${t.reviewHelp}</p>
      </div>
      <p class="well">${groupedAddress(step.address)}</p>
      <ul class="consequence">
        <li>${icon('arrowright', { flips: true })}<span>${t.consequenceAmount(amount)}</span></li>
        <li>${icon('clock')}<span>${waitOf(page, step)}</span></li>
        <li>${icon('lock')}<span>${t.consequenceFinal}</span></li>
      </ul>
      ${refundAmounts(page)}
      <form method="post" class="row row--wrap">
        <input type="hidden" name="address" value="${step.address}" />
        <button class="btn grow" name="step" value="edit">${t.change}</button>
        <button class="btn btn--primary grow" name="step" value="claim">${t.confirm}</button>
      </form>
    </div>
  </main>`
}

const HOUR_MS = 60 * 60 * 1_000

function waitOf(page: SpokenRefund, { holdHours, now }: ReviewStep): Markup {
  if (holdHours === 0) return html`${page.t.consequenceNoWait}`
  const earliest = new Date(now.getTime() + holdHours * HOUR_MS)
  return page.t.consequenceWait(named(formatHours(page.language, holdHours)), momentOf(page, earliest))
}
