import { type Markup, trusted } from '../html.ts'

const ring = '<circle cx="8" cy="8" r="6.25"/>'
const disc = '<circle cx="8" cy="8" r="7" fill="currentColor" stroke="none"/>'
const cut = (path: string): string => `<g class="glyph__cut" stroke-width="1.8">${path}</g>`

/** 16 × 16, one per state: an outline is still moving, a solid one is settled, well or badly. */
const glyphs = {
  pending: ring,
  detected: `${ring}<path d="M8 4.2A3.8 3.8 0 1 1 4.7 9.9L8 8z" fill="currentColor" stroke="none"/>`,
  confirmed: `${ring}<path d="m5.2 8.2 2 2 3.6-4.2"/>`,
  forwarding: `${ring}<path d="M4.9 8h6M8.5 5.6 10.9 8l-2.4 2.4"/>`,
  forwarded: `${disc}${cut('<path d="m4.9 8.3 2.2 2.2 4-4.7"/>')}`,
  expired: `${ring}<path d="m3.7 12.3 8.6-8.6"/>`,
  failed: `${disc}${cut('<path d="m5.5 5.5 5 5M10.5 5.5l-5 5"/>')}`,
  held: `${disc}${cut('<path d="M6.2 5.3v5.4M9.8 5.3v5.4"/>')}`,
  exception: '<path d="M8 1.6 15 14H1z" fill="currentColor" stroke="currentColor"/>' + cut('<path d="M8 6v3.4M8 11.7v.1"/>'),
  refunded: `${ring}<path d="M11.1 8h-6M7.5 5.6 5.1 8l2.4 2.4"/>`,
  paused: `${ring}<path d="M6.5 5.8v4.4M9.5 5.8v4.4"/>`,
} as const

/** Words that have a colour role of their own but borrow a glyph. */
const borrowed = {
  paid: 'forwarded',
  underpaid: 'exception',
  overpaid: 'exception',
  late: 'exception',
  multiple: 'exception',
  wrong_asset: 'exception',
  replaced: 'exception',
  reorged: 'exception',
} as const satisfies Readonly<Record<string, keyof typeof glyphs>>

/** A state or exception with a glyph and a colour role (the tones of base.css). */
export type Tone = keyof typeof glyphs | keyof typeof borrowed

/** The glyph of a state in its colour; always beside the state's word. */
export const glyph = (tone: Tone): Markup =>
  trusted(
    `<span class="tone" data-glyph="${tone}"><svg class="glyph" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${pathOf(tone)}</svg></span>`,
  )

const pathOf = (tone: Tone): string => glyphs[isBorrowed(tone) ? borrowed[tone] : tone]

const isBorrowed = (tone: Tone): tone is keyof typeof borrowed => Object.hasOwn(borrowed, tone)
