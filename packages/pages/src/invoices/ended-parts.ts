import { html, type Markup } from '../html.ts'
import { glyph } from '../parts/glyphs.ts'
import type { ShownInvoice } from './shown-invoice.ts'

/** An invoice that asks for nothing more: it is paid, or it was cancelled and is not to be paid. */
export const endedParts = ({ t, invoice, phase, merchant, money }: ShownInvoice): Markup =>
  phase === 'paid'
    ? html`<div class="panel__part result" data-part="result">
        ${glyph('paid')}
        <h2 id="headline" tabindex="-1">${t.paidTitle}</h2>
        <p>${t.paidHelp(merchant, money(invoice.amountPaid))}</p>
      </div>`
    : html`<div class="panel__part result" data-part="result">
        ${glyph('cancelled')}
        <h2 id="headline" tabindex="-1">${t.cancelledTitle}</h2>
        <p>${t.cancelledHelp(merchant)}</p>
      </div>`
