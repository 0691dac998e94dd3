import { html, type Markup, type Part } from '../html.ts'
import { glyph, type Tone } from './glyphs.ts'

/** A fact in bold and one sentence of help, in the colour of its state. */
interface CardNotice {
  readonly tone: Tone
  readonly title: Part
  readonly help: Part
}

/** A notice that stands alone, with an edge of its own. */
export const cardNotice = ({ tone, title, help }: CardNotice): Markup =>
  html`<div class="notice" data-state="${tone}">
    ${glyph(tone)}
    <div>
      <strong>${title}</strong>
      <p>${help}</p>
    </div>
  </div>`
