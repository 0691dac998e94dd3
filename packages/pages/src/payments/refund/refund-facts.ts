import { html, type Markup, type Part } from '../../html.ts'
import { exact, named } from '../../parts/amount.ts'
import { type Fact, factList } from '../../parts/fact-list.ts'
import { amountOf, type SpokenRefund } from './refund-words.ts'

/**
 * The held amount, the network fee and the rest. Fee and rest are marked as estimates until the payout is on its way, and absent while there is no
 * estimate; the rest is absent while there would be none.
 */
export const refundAmounts = (page: SpokenRefund): Markup => {
  const { t, refund } = page
  const { asset, units, networkFeeUnits, isWorthSending, payout } = refund
  const fee = networkFeeUnits === null ? undefined : amountOf(asset, networkFeeUnits)
  const rest = networkFeeUnits === null || !isWorthSending ? undefined : amountOf(asset, units - networkFeeUnits)
  return factList([
    { term: payout === null ? t.held : t.amount, value: amountOf(asset, units) },
    fact(payout === null ? t.networkFeeAbout : t.networkFee, fee),
    fact(restTerm(page), rest, true),
  ])
}

const fact = (term: Part, value: Markup | undefined, isTotal = false): Fact | undefined =>
  value === undefined ? undefined : { term, value, isTotal }

function restTerm({ t, refund: { state, payout } }: SpokenRefund): string {
  if (state === 'returned') return t.youReceived
  return payout === null ? t.youReceiveAbout : t.youReceive
}

/** The texts of a page about a refund, and the payment that it is of. */
interface NotedPayment {
  readonly t: Pick<SpokenRefund['t'], 'reference'>
  readonly refund: Pick<SpokenRefund['refund'], 'description' | 'reference'>
}

/** What the payer names to the shop: the payment's description and reference. */
export const paymentNote = ({ t, refund }: NotedPayment): Markup =>
  html`<div class="hint">
    ${refund.description === null ? '' : html`<p>${named(refund.description)}</p>`}
    <p>${t.reference}: <span class="mono">${exact(refund.reference)}</span></p>
  </div>`
