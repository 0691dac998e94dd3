import { html, type Markup, type Part } from '../html.ts'
import { glyph, type Tone } from './glyphs.ts'

/** A fact in bold and one sentence of help, in the colour of its state. */
export interface Notice {
  /** Names the part for scripts; unique in a page. */
  readonly part: string
  readonly tone: Tone
  readonly title: Part
  readonly help?: Part
  /** Rendered, but not shown until a script needs it. */
  readonly isHidden?: boolean
}

/** A notice inside a panel, from edge to edge. */
export const panelNotice = ({ part, tone, title, help, isHidden }: Notice): Markup =>
  html`<div class="notice notice--flat" id="${part}" data-part="${part}" data-state="${tone}" ${isHidden ? 'hidden' : ''}>
    ${glyph(tone)}
    <div><strong>${title}</strong>${help === undefined ? '' : html`<p>${help}</p>`}</div>
  </div>`
