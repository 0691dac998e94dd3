import type { PaymentState } from '@gateway/domain/payments/machine'
import type { PaymentException } from '@gateway/domain/payments/payment'
import { html, type Markup } from '@gateway/pages/html'
import { glyph } from '@gateway/pages/parts/glyphs'

/** What a badge names: a status, or an exception beside it. */
export type Named = PaymentState | PaymentException

const words: Readonly<Record<Named, string>> = {
  pending: 'Pending',
  detected: 'Detected',
  confirmed: 'Confirmed',
  forwarding: 'Forwarding',
  forwarded: 'Forwarded',
  expired: 'Expired',
  failed: 'Failed',
  underpaid: 'Underpaid',
  overpaid: 'Overpaid',
  late: 'Late',
  multiple: 'Multiple deposits',
  wrong_asset: 'Wrong asset',
  replaced: 'Replaced',
  reorged: 'Reorganised',
}

/** The word of a status or an exception on every page. */
export const wordOf = (named: Named): string => words[named]

/** A glyph and a word in the colour of a status or an exception. */
export const stateBadge = (named: Named): Markup =>
  html`<span class="badge badge--plain" data-state="${named}">${glyph(named)}<span>${words[named]}</span></span>`
