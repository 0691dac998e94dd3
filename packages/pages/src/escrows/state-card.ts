import type { EscrowState } from '@gateway/domain/escrows/machine'
import { html, type Markup } from '../html.ts'
import type { EscrowTexts } from '../locales/en/escrow.ts'
import { glyph } from '../parts/glyphs.ts'
import { headlineClass } from '../parts/amount.ts'
import { icon } from '../parts/icons.ts'
import { panelNotice } from '../parts/notice.ts'
import { isAwaitingDeposit, type SpokenEscrow } from './escrow-words.ts'
import { decisionNotice, overruledNotice, stateNotice } from './state-notice.ts'
import { statesPicture } from './states-picture.ts'

/** The amount, the state as a badge and as a picture, and what is true now. */
export const stateCard = (page: SpokenEscrow): Markup => {
  const { t, escrow, bare, ticker, show } = page
  const further = [decisionNotice(page), overruledNotice(page)].flatMap((notice) => notice ?? [])
  return html`<section class="card" data-part="state" aria-labelledby="h-state">
    <div class="panel__part row row--spread row--wrap">
      <div>
        <p class="hint">${t[headings[escrow.state]]}</p>
        <h1 id="h-state" class="${headlineClass(bare(escrow.amountUnits))}" tabindex="-1">
          <bdi dir="ltr">${bare(escrow.amountUnits)} <small>${ticker}</small></bdi>
        </h1>
      </div>
      <span class="badge badge--lg" data-state="${escrow.state}">${glyph(escrow.state)}<span>${t.states[escrow.state]}</span></span>
    </div>
    <div class="panel__part">${statesPicture(page)}</div>
    ${'isOvertaken' in show && show.isOvertaken ? panelNotice({ part: 'overtaken', tone: 'held', title: t.overtaken, help: t.overtakenHelp }) : ''}
    ${panelNotice(stateNotice(page))} ${further.map(panelNotice)}
    ${isWaiting(page) ? html`<div class="panel__part again"><a class="btn" id="again" href="">${icon('refresh')}${t.checkAgain}</a></div>` : ''}
  </section>`
}

const headings = {
  created: 'toBePaidIn',
  funded: 'heldInEscrow',
  disputed: 'heldInEscrow',
  released: 'beingPaidOut',
  settled: 'paidOut',
  refunded: 'paidBack',
  expired: 'notPaidIn',
} as const satisfies Readonly<Record<EscrowState, keyof EscrowTexts>>

/** True while the network, or the other party, moves the escrow on; a depositor who is asked to pay in looks again below the address. */
function isWaiting(page: SpokenEscrow): boolean {
  const { state, settlementTxId } = page.escrow
  if (state === 'created') return page.role === 'beneficiary' || !isAwaitingDeposit(page)
  return state === 'released' || (state === 'refunded' && settlementTxId === null)
}
