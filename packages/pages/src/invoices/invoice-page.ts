import { html, type Markup } from '../html.ts'
import { layout } from '../layout.ts'
import { panelNotice } from '../parts/notice.ts'
import { offlineNotice } from '../parts/offline-notice.ts'
import { endedParts } from './ended-parts.ts'
import type { InvoicePageInput } from './invoice-view.ts'
import { payParts } from './pay-parts.ts'
import { sheetParts } from './sheet-parts.ts'
import { seenAmount, type ShownInvoice, shownInvoiceOf } from './shown-invoice.ts'

/**
 * The page of an invoice for its client, in the state it is in: complete without scripts, and on paper the invoice itself. A script asks for it again and
 * takes over the parts that differ, so all markup is written here.
 */
export function invoicePage(input: InvoicePageInput): string {
  const shown = shownInvoiceOf(input)
  const { invoice, t, language, nonce, theme } = shown
  return layout({
    language,
    nonce,
    isTest: invoice.isTest,
    theme,
    title: t.title(invoice.number, invoice.merchant),
    merchant: invoice.merchant,
    styles: ['invoice.css'],
    script: 'checkout.js',
    content: body(shown),
  })
}

/** Seconds after which a script looks by itself: often while money is on its way, and not at all once nothing follows. */
function lookSeconds({ phase, invoice }: ShownInvoice): number {
  if (phase === 'cancelled') return 0
  if (invoice.seen !== null) return 5
  return phase === 'paid' && invoice.pdfPath !== null ? 0 : 15
}

function body(shown: ShownInvoice): Markup {
  const { invoice, now, language, t, phase } = shown
  const isPayable = phase === 'open' || phase === 'part_paid'
  return html`<main
    id="main"
    class="pay pay--invoice"
    data-now="${now}"
    data-expires="${isPayable ? invoice.coin?.expiresAt : ''}"
    data-look="${lookSeconds(shown)}"
    data-announce="${announcement(shown)}"
  >
    <article class="sheet" id="sheet" data-parts aria-labelledby="amount">${sheetParts(shown)}</article>
    <section class="panel" id="panel" data-parts aria-label="${t.payPanel}">
      ${panelNotice(offlineNotice(language, now))} ${isPayable ? payParts(shown) : endedParts(shown)}
    </section>
  </main>`
}

/** What a screen reader hears when the page has changed into this: one sentence, without markup. */
function announcement(shown: ShownInvoice): string {
  const { t, invoice, phase } = shown
  if (phase === 'paid') return t.paidTitle
  if (phase === 'cancelled') return t.cancelledTitle
  if (invoice.seen !== null) return t.seenTitle(seenAmount(shown, invoice.seen)).markup
  return phase === 'part_paid' ? t.stillDue : t.open
}
