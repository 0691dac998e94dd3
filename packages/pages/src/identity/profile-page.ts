import { html, type Markup } from '../html.ts'
import { layout } from '../layout.ts'
import { cardNotice } from '../parts/card-notice.ts'
import { formulaCard } from './formula-card.ts'
import type { ProfilePageInput } from './profile-view.ts'
import { receiptsCard } from './receipts-card.ts'
import { scoreCard } from './score-card.ts'
import { isEmpty, type ShownProfile, shownProfileOf } from './shown-profile.ts'
import { vectorCard } from './vector-card.ts'
import { windowsCard } from './windows-card.ts'

/**
 * The public profile of a DID: its score, what the score is made of, and the receipts behind it. It is complete without scripts; with them the reader's
 * browser computes the score again.
 */
export function profilePage(input: ProfilePageInput): string {
  const shown = shownProfileOf(input)
  const { t, language, nonce, theme, reputation } = shown
  return layout({
    language,
    nonce,
    theme,
    title: t.title(reputation.displayName ?? reputation.did),
    styles: ['identity.css'],
    script: 'reputation.js',
    content: body(shown),
  })
}

const body = (shown: ShownProfile): Markup =>
  html`<main id="main" class="profile">
    <div class="profile__side">${scoreCard(shown)} ${formulaCard(shown)}</div>
    <div class="profile__course">${notices(shown)} ${vectorCard(shown)} ${windowsCard(shown)} ${receiptsCard(shown)}</div>
  </main>`

function notices(shown: ShownProfile): Markup | readonly Markup[] {
  const { t, reputation } = shown
  if (isEmpty(shown)) return cardNotice({ tone: 'pending', title: t.none, help: t.noneHelp })
  return reputation.antiGaming.flags.map((flag) => cardNotice({ tone: 'held', ...t.flags[flag] }))
}
