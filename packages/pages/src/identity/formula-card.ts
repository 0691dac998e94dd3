import { html, type Markup } from '../html.ts'
import { card } from '../parts/card.ts'
import { glyph } from '../parts/glyphs.ts'
import type { ShownProfile } from './shown-profile.ts'

/** Where the formula is published. */
const FORMULA = '/docs/reputation'

/** How the score is made, and a button that makes it again in the reader's browser. A script fills in the sentence that applies. */
export const formulaCard = ({ t, reputation }: ShownProfile): Markup =>
  card({
    name: 'how',
    title: t.how,
    content: html`<div class="card__body stack">
      <p>${t.howHelp}</p>
      <p><a class="link-target" href="${FORMULA}">${t.formula}</a></p>
      <div
        class="stack needs-script"
        id="recomputation"
        data-did="${reputation.did}"
        data-working="${t.recomputing}"
        data-same="${t.same}"
        data-different="${t.different} ${t.differentHelp}"
        data-limited="${t.limited}"
        data-unread="${t.unread}"
      >
        <button type="button" class="btn btn--block" id="recompute"><span>${t.recompute}</span></button>
        <p id="recomputed-same" class="field__ok" hidden>${glyph('confirmed')}<span></span></p>
        <p id="recomputed-different" class="field__error" hidden>${glyph('exception')}<span></span></p>
        <p id="recomputed-not" class="field__error" hidden>${glyph('failed')}<span></span></p>
      </div>
    </div>`,
  })
