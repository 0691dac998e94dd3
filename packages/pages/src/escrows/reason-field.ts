import { html, line, type Markup, type Part } from '../html.ts'
import { glyph } from '../parts/glyphs.ts'
import type { Confirmation } from './escrow-view.ts'
import type { SpokenEscrow } from './escrow-words.ts'

/** What a field for a reason says, and what was typed into it. */
interface Reason {
  readonly label: Part
  readonly hint?: Part
  readonly step: Confirmation
}

/** A field for a reason. The error replaces the hint, and what was typed is kept. */
export const reasonField = (page: SpokenEscrow, { label, hint, step: { reason = '', problem } }: Reason): Markup =>
  html`<div class="field">
    <label for="reason">${label}</label>
    ${problem === undefined ? hinted(reason, hint) : refused(page, reason, problem)}
  </div>`

const hinted = (reason: string, hint: Part): Markup =>
  hint === undefined
    ? textarea(reason, html``)
    : html`${textarea(reason, html`aria-describedby="reason-hint"`)}<span class="hint" id="reason-hint">${hint}</span>`

const refused = ({ t }: SpokenEscrow, reason: string, problem: NonNullable<Confirmation['problem']>): Markup =>
  html`${textarea(reason, html`aria-describedby="reason-error" aria-invalid="true" autofocus`)}<span class="field__error" id="reason-error"
      >${glyph('failed')}<span>${problem === 'missing' ? t.reasonMissing : t.reasonTooLong}</span></span
    >`

/** HTML drops the first line break of a text field; one in front keeps the typed one. */
const textarea = (reason: string, more: Markup): Markup =>
  line`<textarea class="textarea" id="reason" name="reason" ${more}>${'\n'}${reason}</textarea>`
