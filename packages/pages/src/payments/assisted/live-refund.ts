import type { AssistedRefundState } from '@gateway/domain/payments/assisted-refund'
import { html, type Markup } from '../../html.ts'
import { cardNotice } from '../../parts/card-notice.ts'
import { glyph } from '../../parts/glyphs.ts'
import { offlineNotice } from '../../parts/offline-notice.ts'
import type { Headline } from './assisted-headline.ts'
import { type SpokenAssisted, unmarked } from './assisted-words.ts'

/** Seconds after which a script looks by itself; 0 once nothing follows. A reorg is seen by whoever opens the page again. */
const LOOK_SECONDS: Readonly<Record<AssistedRefundState, number>> = {
  offered: 30,
  named: 15,
  paying: 15,
  refunded: 0,
  cancelled: 0,
  expired: 0,
}

/** What scripts read from `<main>`: when to look, what tells a newer version of the page from this one, and what a screen reader hears then. */
export function liveRefund(page: SpokenAssisted, headline: (page: SpokenAssisted) => Headline): Markup {
  const { state, paidUnits, openUnits, transfers, named } = page.refund
  const parts = [state, paidUnits, openUnits, ...[...transfers, ...named].map((one) => `${one.txId}:${one.state}`)]
  return html`data-look="${LOOK_SECONDS[state]}" data-version="${parts.join(' ')}" data-announce="${headline(unmarked(page)).title}"`
}

/** What scripts say of a page, hidden until then: that it is out of date where text was typed into it, and that the gateway is out of reach. */
export const liveRefundNotices = ({ t, language, now }: SpokenAssisted): Markup =>
  html`<div class="notice" id="changed" data-part="changed" data-state="held" hidden>
      ${glyph('held')}
      <div>
        <strong>${t.changed}</strong>
        <p>${t.changedHelp} <a href="">${t.showChange}</a></p>
      </div>
    </div>
    ${cardNotice(offlineNotice(language, now.toISOString()))}`
