import { type Markup, trusted } from '../html.ts'
import { pathsOf, type Shape } from './glyph-shapes.ts'

/** Words that have a colour role of their own but borrow a glyph. */
const borrowed = {
  paid: 'forwarded',
  created: 'pending',
  released: 'forwarding',
  settled: 'forwarded',
  underpaid: 'exception',
  overpaid: 'exception',
  late: 'exception',
  multiple: 'exception',
  wrong_asset: 'exception',
  replaced: 'exception',
  reorged: 'exception',
} as const satisfies Readonly<Record<string, Shape>>

/** A state or exception with a glyph and a colour role (the tones of base.css). */
export type Tone = Shape | keyof typeof borrowed

/** The glyph of a state in its colour; always beside the state's word. */
export const glyph = (tone: Tone): Markup =>
  trusted(
    `<span class="tone" data-glyph="${tone}"><svg class="glyph" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${drawn(isBorrowed(tone) ? borrowed[tone] : tone)}</svg></span>`,
  )

function drawn(shape: Shape): string {
  const { fill, line, cut, dashes } = pathsOf(shape)
  const dashed = dashes === undefined ? '' : ` stroke-dasharray="${dashes}"`
  return [
    fill && `<path d="${fill}" fill="currentColor" stroke="none"/>`,
    line && `<path d="${line}"${dashed}/>`,
    cut && `<path class="glyph__cut" d="${cut}" stroke-width="1.8"/>`,
  ].join('')
}

const isBorrowed = (tone: Tone): tone is keyof typeof borrowed => Object.hasOwn(borrowed, tone)
