import type { EscrowAction } from '@gateway/domain/escrows/actions'
import { html, type Markup, type Part } from '../html.ts'
import { groupedAddress } from '../parts/address.ts'
import { icon, type IconName } from '../parts/icons.ts'
import { isNetworkFeeTakenOff } from '../payments/asset-words.ts'
import type { Confirmation } from './escrow-view.ts'
import { linkTo, type SpokenEscrow } from './escrow-words.ts'
import { liveNotices, liveMain } from './live-main.ts'
import { reasonField } from './reason-field.ts'

/** What a question says and asks for. */
interface Question {
  readonly title: Part
  readonly consequences: readonly Markup[]
  /** What is ticked or typed before the button is pressed. */
  readonly field: Markup
  readonly keep: Part
  readonly go: Part
  readonly button: 'primary' | 'danger'
}

/** The question before an action: every consequence once more, the safe way out first. It is a page of its own, so it needs no script. */
export const confirmStep = (page: SpokenEscrow, step: Confirmation): Markup => {
  const { title, consequences, field, keep, go, button } = questions[step.step](page, step)
  return html`<main id="main" class="gate" ${liveMain(page)}>
    <div class="gate__card gate__card--wide">
      ${liveNotices(page)}
      <div><h1>${title}</h1></div>
      <ul class="consequence">
        ${consequences}
      </ul>
      <form method="post" class="stack" ${step.step === 'release' ? '' : 'novalidate'}>
        <input type="hidden" name="form_token" value="${page.formToken}" />
        ${field}
        <div class="row row--wrap decide">
          <a class="btn grow" id="keep" href="${linkTo(page)}">${keep}</a>
          <button class="btn btn--${button} grow" name="action" value="${step.step}"><span>${go}</span></button>
        </div>
      </form>
    </div>
  </main>`
}

const questions: Readonly<Record<EscrowAction, (page: SpokenEscrow, step: Confirmation) => Question>> = {
  release: (page) => {
    const { t, escrow, coins, payoutUnits, feeUnits } = page
    return {
      title: t.releaseAsk(coins(escrow.amountUnits)),
      consequences: [
        paid(t.toBeneficiary(coins(payoutUnits)), escrow.beneficiaryAddress, 'arrowright'),
        item('arrowright', t.feeConsequence(coins(feeUnits))),
        ...networkFee(page),
        item('lock', t.isFinal),
      ],
      field: html`<label class="check"><input type="checkbox" id="received" required /><span>${t.received}</span></label>`,
      keep: t.keepLocked,
      go: t.releaseNow(coins(escrow.amountUnits)),
      button: 'primary',
    }
  },
  refund: (page, step) => {
    const { t, escrow, coins } = page
    return {
      title: t.refundAsk(coins(escrow.amountUnits)),
      consequences: [
        // The question is only asked once an address is named.
        paid(t.toYou(coins(escrow.amountUnits)), escrow.depositorAddress ?? '', 'arrowleft'),
        ...networkFee(page),
        item('user', t.beneficiarySees),
        item('lock', t.refundFinal),
      ],
      field: reasonField(page, { label: t.why, step }),
      keep: t.keepLocked,
      go: t.refundNow(coins(escrow.amountUnits)),
      button: 'danger',
    }
  },
  dispute: (page, step) => {
    const { t } = page
    return {
      title: t.disputeAsk,
      consequences: [item('lock', t.locked), item('user', t.twoDecide), item('clock', t.defaultRefund)],
      field: reasonField(page, { label: t.whatWentWrong, hint: t.reasonHint, step }),
      keep: t.back,
      go: t.disputeNow,
      button: 'primary',
    }
  },
}

const networkFee = ({ t, escrow }: SpokenEscrow): Markup[] => (isNetworkFeeTakenOff(escrow.asset) ? [item('info', t.networkFee)] : [])

const item = (name: IconName, words: Part): Markup => html`<li>${icon(name, { flips: name.startsWith('arrow') })}<span>${words}</span></li>`

const paid = (words: Part, address: string, name: IconName): Markup => item(name, html`${words} ${groupedAddress(address)}`)
