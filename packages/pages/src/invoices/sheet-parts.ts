import { html, type Markup, type Part } from '../html.ts'
import { daysBetween, formatDaysAway, formatTime } from '../locales/format.ts'
import { exact } from '../parts/amount.ts'
import { factList } from '../parts/fact-list.ts'
import { glyph } from '../parts/glyphs.ts'
import { icon } from '../parts/icons.ts'
import { qrCode } from '../parts/qr-code.ts'
import { lineParts } from './line-parts.ts'
import { isSome, type ShownInvoice } from './shown-invoice.ts'

/** The invoice itself: number, merchant, state, what is due, the facts, the lines and the notes. This is what prints. */
export const sheetParts = (shown: ShownInvoice): Markup => html`
  <div class="sheet__head" data-part="head">
    <div>
      <h1 class="sheet__no" id="amount" tabindex="-1">${shown.t.invoice(shown.invoice.number)}</h1>
      <p class="hint">${shown.t.from(shown.merchant)}</p>
    </div>
    ${badge(shown)}
  </div>
  <div data-part="due">
    <p class="hint">${dueWord(shown)}</p>
    <p class="sheet__due">${shown.money(shown.phase === 'part_paid' ? shown.invoice.amountDue : shown.invoice.amount)}</p>
  </div>
  <div data-part="facts">${facts(shown)}</div>
  ${shown.invoice.lines.length === 0 ? '' : lineParts(shown)} ${notes(shown)} ${actions(shown)} ${printed(shown)}
`

function badge({ t, invoice }: ShownInvoice): Markup {
  if (invoice.status === 'paid') return html`<span class="stamp">${t.paidStamp}</span>`
  if (invoice.status === 'cancelled') return html`<span class="badge" data-state="cancelled">${glyph('cancelled')}${t.cancelled}</span>`
  if (invoice.status === 'overdue') return html`<span class="badge" data-state="overdue">${glyph('overdue')}${t.overdue}</span>`
  return html`<span class="badge" data-state="pending">${glyph('pending')}${t.open}</span>`
}

function dueWord({ t, phase }: ShownInvoice): string {
  if (phase === 'open') return t.amountDue
  return phase === 'part_paid' ? t.stillDue : t.amount
}

/** Characters of the day in an RFC 3339 text. */
const DAY = 10

function facts(shown: ShownInvoice): Markup {
  const { t, invoice, money, day, language } = shown
  const { paidAt, issueDate } = invoice
  const isPart = shown.phase === 'part_paid'
  return factList([
    issueDate === null ? undefined : { term: t.issued, value: day(issueDate) },
    dueFact(shown),
    isPart ? { term: t.invoiceAmount, value: money(invoice.amount) } : undefined,
    isSome(invoice.amountPaid) && isPart ? { term: t.received, value: money(invoice.amountPaid) } : undefined,
    isSome(invoice.amountCredited) ? { term: t.credited, value: money(invoice.amountCredited) } : undefined,
    paidAt === null ? undefined : { term: t.paidOn, value: html`${day(paidAt.slice(0, DAY))}, ${exact(formatTime(language, paidAt))}` },
  ])
}

function dueFact({ t, invoice, day, language, phase }: ShownInvoice): { term: string; value: Part } | undefined {
  const { dueDate, today, status } = invoice
  if (dueDate === null) return undefined
  const away = phase === 'open' || phase === 'part_paid' ? formatDaysAway(language, daysBetween(today, dueDate)) : undefined
  return {
    term: status === 'overdue' ? t.wasDue : t.due,
    value: away === undefined ? day(dueDate) : html`${day(dueDate)}<span class="no-print">, ${away}</span>`,
  }
}

const notes = ({ invoice }: ShownInvoice): Markup | undefined =>
  invoice.notes === null || invoice.notes === ''
    ? undefined
    : html`<p class="sheet__notes" data-part="notes" dir="auto">${invoice.notes}</p>`

const actions = ({ t, invoice }: ShownInvoice): Markup =>
  html`<div class="actions no-print" data-part="sheet-actions">
    ${invoice.pdfPath === null ? '' : html`<a class="btn" id="pdf" href="${invoice.pdfPath}" download="${invoice.number}.pdf">${icon('download')}${t.pdf}</a>`}
    <button type="button" class="btn btn--ghost needs-script" id="print" data-print>${icon('print')}${t.print}</button>
  </div>`

/** On paper the way to pay is the address of this page. */
const printed = ({ t, invoice, phase }: ShownInvoice): Markup | undefined =>
  phase === 'paid' || phase === 'cancelled'
    ? undefined
    : html`<div class="sheet__print" data-part="printed">
        <span class="sheet__code">${qrCode(invoice.url)}</span>
        <p>${t.payOnline}<br /><strong dir="ltr">${invoice.url}</strong></p>
      </div>`
