import { html, type Markup } from '../html.ts'
import { shellTexts } from '../locales/shell-texts.ts'
import { exact, named } from '../parts/amount.ts'
import { copyButton } from '../parts/copy-button.ts'
import type { ShownProfile } from './shown-profile.ts'

/** Whose score it is, and the score. */
export const scoreCard = (shown: ShownProfile): Markup => {
  const { t, reputation, number, moment } = shown
  return html`<section class="card" aria-labelledby="name">
    <div class="card__body stack">
      <div>
        <h1 id="name">${reputation.displayName === null ? t.reputation : named(reputation.displayName)}</h1>
        ${reputation.displayName === null ? '' : html`<p class="hint">${t.nameUnchecked}</p>`}
      </div>
      <p class="score"><span id="score" class="score__number">${number(reputation.score)}</span> <span>${t.outOf}</span></p>
      <p class="hint">${t.asOf(moment(reputation.computedAt))}</p>
      ${identifier(shown)}
    </div>
  </section>`
}

const identifier = ({ t, language, reputation: { did } }: ShownProfile): Markup =>
  html`<div class="stack stack--tight">
    <p class="label">${t.identifier}</p>
    <p class="mono did">${exact(did)}</p>
    ${copyButton({
      id: 'copy-did',
      text: did,
      label: t.copyIdentifier,
      word: shellTexts[language].copy,
      done: shellTexts[language].copied,
    })}
  </div>`
