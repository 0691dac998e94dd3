import type { PaymentState } from '@gateway/domain/payments/machine'
import type { PaymentException } from '@gateway/domain/payments/payment'
import { html, type Markup } from '@gateway/pages/html'
import { drawn } from './icons.ts'

/** What a badge names: a status, or an exception beside it. */
type Named = PaymentState | PaymentException

const RING = '<circle cx="8" cy="8" r="6.25"/>'
const DISC = '<circle cx="8" cy="8" r="7" fill="currentColor" stroke="none"/>'
const cut = (path: string): string => `<g stroke="var(--glyph-cut, var(--color-surface))" stroke-width="1.8">${path}</g>`
const TRIANGLE = `<path d="M8 1.6 15 14H1z" fill="currentColor" stroke="currentColor"/>${cut('<path d="M8 6v3.4M8 11.7v.1"/>')}`

/** The word of each, and its glyph: an outline still moves, a solid one is settled. */
const looks: Readonly<Record<Named, { readonly word: string; readonly glyph: string }>> = {
  pending: { word: 'Pending', glyph: RING },
  detected: { word: 'Detected', glyph: `${RING}<path d="M8 4.2A3.8 3.8 0 1 1 4.7 9.9L8 8z" fill="currentColor" stroke="none"/>` },
  confirmed: { word: 'Confirmed', glyph: `${RING}<path d="m5.2 8.2 2 2 3.6-4.2"/>` },
  forwarding: { word: 'Forwarding', glyph: `${RING}<path d="M4.9 8h6M8.5 5.6 10.9 8l-2.4 2.4"/>` },
  forwarded: { word: 'Forwarded', glyph: DISC + cut('<path d="m4.9 8.3 2.2 2.2 4-4.7"/>') },
  expired: { word: 'Expired', glyph: `${RING}<path d="m3.7 12.3 8.6-8.6"/>` },
  failed: { word: 'Failed', glyph: DISC + cut('<path d="m5.5 5.5 5 5M10.5 5.5l-5 5"/>') },
  underpaid: { word: 'Underpaid', glyph: TRIANGLE },
  overpaid: { word: 'Overpaid', glyph: TRIANGLE },
  late: { word: 'Late', glyph: TRIANGLE },
  multiple: { word: 'Multiple deposits', glyph: TRIANGLE },
  wrong_asset: { word: 'Wrong asset', glyph: TRIANGLE },
  replaced: { word: 'Replaced', glyph: TRIANGLE },
  reorged: { word: 'Reorganised', glyph: TRIANGLE },
}

/** The word that people read for a status or an exception. */
export const wordOf = (named: Named): string => looks[named].word

/** A glyph and a word in the colour of a status or an exception; plain in tables. */
export function stateBadge(named: Named, ground: 'soft' | 'plain' = 'plain'): Markup {
  const { word, glyph } = looks[named]
  const look = ground === 'plain' ? 'badge badge--plain' : 'badge'
  return html`<span class="${look}" data-state="${named}">${drawn('16 16', glyph, { look: 'glyph', width: 1.5 })}<span>${word}</span></span>`
}
