import { html, type Markup, type Part } from '../html.ts'
import { glyph, type Tone } from './glyphs.ts'

/** A fact in bold and one sentence of help, in the colour of its state. */
interface CardNotice {
  /** Names the notice for scripts. */
  readonly part?: string
  readonly tone: Tone
  readonly title: Part
  readonly help: Part
  /** Rendered, but not shown until a script needs it. */
  readonly isHidden?: boolean
}

/** A notice that stands alone, with an edge of its own. */
export const cardNotice = ({ part, tone, title, help, isHidden }: CardNotice): Markup =>
  html`<div class="notice" ${part === undefined ? '' : html`id="${part}"`} data-state="${tone}" ${isHidden ? 'hidden' : ''}>
    ${glyph(tone)}
    <div>
      <strong>${title}</strong>
      <p>${help}</p>
    </div>
  </div>`
