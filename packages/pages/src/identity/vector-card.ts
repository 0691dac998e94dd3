import { scoreShares } from '@gateway/domain/identity/formula-terms'
import { html, type Markup } from '../html.ts'
import { formatPercent } from '../locales/format.ts'
import { exact } from '../parts/amount.ts'
import { card } from '../parts/card.ts'
import { type TrustKey, trustKeys } from './profile-view.ts'
import type { ShownProfile } from './shown-profile.ts'

/** The members of the trust vector as bars, each with what it means and its share of the score. */
export const vectorCard = (shown: ShownProfile): Markup =>
  card({
    name: 'vector',
    title: shown.t.vector,
    aside: shown.t.vectorHelp,
    content: html`<ul class="vector">
      ${trustKeys.map((key) => bar(shown, key))}
    </ul>`,
  })

function bar({ t, language, reputation: { trustVector }, number }: ShownProfile, key: TrustKey): Markup {
  const { name, help } = t.parts[key]
  const value = trustVector[key].toFixed(2)
  return html`<li>
    <div class="vector__head">
      <span class="medium" id="v-${key}">${name} <span class="mono" aria-hidden="true">${key}</span></span>
      <span class="num ink">${number(trustVector[key])}</span>
    </div>
    <progress class="meter__bar" max="100" value="${value}" aria-labelledby="v-${key}">${value}</progress>
    <p class="hint">${help} · ${t.share(exact(formatPercent(language, String(scoreShares[key]))))}</p>
  </li>`
}
