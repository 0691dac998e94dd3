import type { EscrowState } from '@gateway/domain/escrows/machine'
import { html, type Markup } from '../html.ts'
import { cardNotice } from '../parts/card-notice.ts'
import { glyph } from '../parts/glyphs.ts'
import { offlineNotice } from '../parts/offline-notice.ts'
import { isAwaitingDeposit, linkTo, type SpokenEscrow } from './escrow-words.ts'

/** Seconds after which a script looks by itself: short while the network moves the escrow on, longer while a party does. 0 once nothing follows. */
const LOOK_SECONDS: Readonly<Record<EscrowState, number>> = {
  created: 15,
  funded: 30,
  disputed: 30,
  released: 10,
  refunded: 10,
  settled: 0,
  expired: 0,
}

/**
 * What scripts read from `<main>`: when to ask for the page again, what tells a newer version of it from this one, and what a screen reader hears
 * when it has changed into this.
 */
export function liveMain(page: SpokenEscrow): Markup {
  const { t, escrow, missingUnits } = page
  const { state, depositTxId, settlementTxId, depositorAddress, depositedUnits, decision } = escrow
  const isPaidOut = state === 'refunded' && settlementTxId !== null
  const isSeen = state === 'created' && missingUnits === 0n
  const version = [
    state,
    depositedUnits,
    depositTxId,
    settlementTxId,
    depositorAddress !== null,
    decision !== null,
    isAwaitingDeposit(page),
  ]
  return html`data-look="${isPaidOut ? 0 : LOOK_SECONDS[state]}" data-version="${version.join(' ')}"
  data-announce="${isSeen ? t.depositDetected : t.states[state]}"`
}

/** What scripts say of this page, hidden until then: that it is out of date where they may not replace it, and that the gateway is out of reach. */
export const liveNotices = (page: SpokenEscrow): Markup =>
  html`${changedNotice(page)} ${cardNotice(offlineNotice(page.language, page.now.toISOString()))}`

const changedNotice = (page: SpokenEscrow): Markup =>
  html`<div class="notice" id="changed" data-state="held" hidden>
    ${glyph('held')}
    <div>
      <strong>${page.t.changed}</strong>
      <p>${page.t.changedHelp} <a href="${linkTo(page)}">${page.t.showChange}</a></p>
    </div>
  </div>`
