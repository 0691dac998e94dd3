import type { AssistedRefundState } from '@gateway/domain/payments/assisted-refund'
import { html, type Markup } from '../../html.ts'
import { named } from '../../parts/amount.ts'
import { cardNotice } from '../../parts/card-notice.ts'
import { glyph } from '../../parts/glyphs.ts'
import { paymentNote } from '../refund/refund-facts.ts'
import { addressBlock, againLink } from '../refund/refund-progress.ts'
import { assistedFacts } from './assisted-facts.ts'
import { payerHeadline } from './assisted-headline.ts'
import type { SpokenAssisted } from './assisted-words.ts'
import { liveRefund, liveRefundNotices } from './live-refund.ts'
import { takenBack, transferList } from './transfer-list.ts'

/** The progress of a refund for its payer: its address is known, it is paid, has arrived, or is over. */
export const payerProgress = (page: SpokenAssisted, isTaken: boolean): Markup =>
  html`<main id="main" class="gate" ${liveRefund(page, payerHeadline)}>
    <div class="gate__card gate__card--wide">
      ${liveRefundNotices(page)}
      <div class="parts" id="course" data-parts>
        ${notices(page, isTaken)} ${headline(page)} ${facts(page)} ${transfers(page)} ${end(page)}
      </div>
    </div>
  </main>`

function notices(page: SpokenAssisted, isTaken: boolean): Markup | undefined {
  const { shared, merchant } = page
  const lost = takenBack(page)
  if (!isTaken && !lost) return undefined
  return html`<div class="stack" data-part="notices">
    ${isTaken ? cardNotice({ tone: 'held', title: shared.taken, help: shared.takenHelp(merchant) }) : ''}
    ${lost && cardNotice({ ...lost, help: lost.help ?? '' })}
  </div>`
}

function headline(page: SpokenAssisted): Markup {
  const { tone, title, help } = payerHeadline(page)
  return html`<div class="stack" data-part="headline">
    ${glyph(tone)}
    <div>
      <h1 id="headline" tabindex="-1">${title}</h1>
      <p>${help}</p>
    </div>
  </div>`
}

/** Over is over: the address of a refund that is not paid any more is nobody's business. */
const showsAddress: Readonly<Record<AssistedRefundState, boolean>> = {
  offered: false,
  named: true,
  paying: true,
  refunded: true,
  cancelled: false,
  expired: false,
}

const facts = (page: SpokenAssisted): Markup => {
  const { t, shared, refund } = page
  const { address, state, reason } = refund
  return html`<div class="stack" data-part="facts">
    ${reason === null ? '' : html`<p>${t.reason(named(reason))}</p>`} ${assistedFacts(page)}
    ${address !== null && showsAddress[state] ? addressBlock(shared.toAddress, address) : ''}
  </div>`
}

const transfers = (page: SpokenAssisted): Markup | undefined =>
  page.refund.transfers.length === 0
    ? undefined
    : html`<section class="stack stack--tight" data-part="transfers" aria-labelledby="h-transfers">${transferList(page)}</section>`

const end = ({ shared, refund }: SpokenAssisted): Markup =>
  html`<div class="stack" data-part="end">
    ${refund.state === 'named' || refund.state === 'paying' ? againLink(shared.checkAgain) : ''} ${paymentNote({ t: shared, refund })}
  </div>`
