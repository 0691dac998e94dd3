import type { SeenInvoice } from '@gateway/contract/invoices'
import type { CreateCreditNoteInput } from '@gateway/contract/invoices/inputs'
import type { CreditNoteEntity } from '@gateway/db/invoices/credit-note.entity'
import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import { findCreditNotes } from '@gateway/db/invoices/queries'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import type { Em } from '@gateway/db/orm'
import { type CreditDraft, type CreditRefusal, planCredit } from '@gateway/domain/invoices/money/credit-note'
import { InvalidInvoice } from '@gateway/domain/invoices/errors'
import { documentOfCreditNote } from '@gateway/domain/invoices/document-of-invoice'
import { formatInvoiceNumber } from '@gateway/domain/invoices/invoice-number'
import { findLineProblems } from '@gateway/domain/invoices/line-problems'
import type { InvoiceInput } from '@gateway/domain/invoices/machine'
import { InvalidField, InvalidState } from '@gateway/domain/kernel/error'
import { localDayOf } from '@gateway/domain/kernel/local-day'
import { InvalidAmount } from '@gateway/domain/payments/errors'
import type { Command } from '../../businesses/owned/change-owned.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { documentAsSent } from '../documents/document-as-sent.ts'
import { issueDocument } from '../documents/issue-document.ts'
import { amountMinorOf, linesOf } from '../drafts/invoice-content.ts'
import { advanceInvoice } from '../lifecycle/advance-invoices.ts'
import { changeInvoice } from '../lifecycle/change-invoice.ts'
import { takeNumber } from '../lifecycle/take-number.ts'
import { queueInvoiceLetter } from '../letters/queue-invoice-letter.ts'
import { signalInvoice } from '../lifecycle/workflow-messages.ts'
import { seeInvoice } from '../reading/see-invoices.ts'
import { endOffers } from './end-offers.ts'

/** A credit note with its invoice, which has taken it into account. */
export interface CreditedInvoice {
  readonly note: CreditNoteEntity
  readonly seen: SeenInvoice
}

type Request = Pick<CreateCreditNoteInput, 'amount' | 'items' | 'reason'>

/**
 * Writes a credit note over a part or all that is left of an invoice, with the next number of its register. The whole of an unpaid one cancels it; a part that
 * leaves nothing to pay of one that is paid in part makes it paid. What was paid beyond is for the merchant to give back.
 *
 * @throws {NotFound} {ConcurrentUpdate} {InvalidState} unless it is sent, overdue or paid.
 * @throws {InvalidAmount} {InvalidField} {InvalidInvoice}
 */
export const createCreditNote = (
  ctx: ApiContext,
  { request, ...command }: Command<CreditedInvoice> & { readonly request: Request },
): Promise<CreditedInvoice> =>
  changeInvoice(ctx, command, async (em, invoice) => {
    const { seller, state } = invoice
    const asked = readAsked(invoice, request)
    if (seller === null || state === 'draft' || state === 'cancelled') throw new InvalidState(state, 'credit the invoice')
    const note = await writeNote(em, ctx, {
      invoice,
      draft: await planned(em, invoice, asked),
      reason: request.reason ?? null,
      timeZone: seller.timeZone,
    })
    invoice.creditNotesMinor += note.amountMinor
    await endOffers(em, ctx, invoice)
    const outboxIds: string[] = []
    for (const input of inputsOf(invoice)) outboxIds.push(...(await advanceInvoice(em, ctx, { invoice, input, messages: [signalInvoice] })))
    await queueInvoiceLetter(em, ctx, { invoice, letter: { kind: 'invoice_credited', creditNote: note } })
    return { outcome: { note, seen: await seeInvoice(em, ctx, invoice) }, outboxIds }
  })

interface Written {
  readonly invoice: InvoiceEntity
  readonly draft: CreditDraft
  readonly reason: string | null
  readonly timeZone: string
}

async function writeNote(em: Em, ctx: ApiContext, { invoice, draft, reason, timeZone }: Written): Promise<CreditNoteEntity> {
  const { id: invoiceId, merchantId, businessId, mode, currency } = invoice
  const [id, createdAt] = [ctx.ids.uuid(), ctx.clock.now()]
  const { number, row } = await takeNumber(em, { businessId, mode, kind: 'credit_note', objectId: id, createdAt })
  const { amountMinor, lines } = draft
  const owner = { id, merchantId, businessId, mode, invoiceId, number, currency }
  const note: CreditNoteEntity = { ...owner, amountMinor, lines, reason, issueDate: localDayOf(createdAt, timeZone), createdAt }
  await insertTogether(em, [
    { into: 'invoice_number', rows: [row] },
    { into: 'credit_note', rows: [note] },
  ])
  await issueDocument(em, ctx, { id, invoiceId, document: documentOfNote(ctx, invoice, note) })
  return note
}

function documentOfNote(ctx: ApiContext, invoice: InvoiceEntity, { number, issueDate, amountMinor, lines, reason }: CreditNoteEntity) {
  const said = { number: formatInvoiceNumber(number), issueDate, amountMinor, lines, notes: reason }
  return documentOfCreditNote(documentAsSent(ctx, invoice), said)
}

/** @throws {InvalidAmount} {InvalidField} {InvalidInvoice} */
function readAsked({ currency, taxExemptionReason }: InvoiceEntity, { amount, items }: Request) {
  const lines = items ? linesOf(items, currency) : null
  const problems = findLineProblems(lines ?? [], { taxExemptionReason })
  if (problems.length > 0) throw new InvalidInvoice(problems)
  if (amount && items) throw new InvalidField('amount', 'is not named beside items')
  return { amountMinor: amount ? amountMinorOf(amount, currency) : null, lines }
}

/** @throws {InvalidAmount} {InvalidField} */
async function planned(em: Em, invoice: InvoiceEntity, asked: ReturnType<typeof readAsked>): Promise<CreditDraft> {
  const { id, amountMinor, lines, taxExemptionReason, creditNotesMinor } = invoice
  const creditNotes = await findCreditNotes(em, { invoiceIds: creditNotesMinor > 0n ? [id] : [] })
  const plan = planCredit({ amountMinor, lines, taxExemptionReason, creditNotesMinor, creditNotes }, asked)
  if ('refusal' in plan) throw refusals[plan.refusal]()
  return plan
}

const refusals: Readonly<Record<CreditRefusal, () => InvalidAmount | InvalidField>> = {
  amount_not_positive: () => new InvalidAmount('is not above 0: nothing is left to credit'),
  more_than_invoice: () => new InvalidAmount('is more than the invoice has left to credit'),
  name_items: () => new InvalidField('items', 'are required for a part of an invoice with items'),
  name_items_of_rest: () => new InvalidField('items', 'are required: no items have just the tax that earlier credit notes have left'),
}

/** What a credit note does to the state of its invoice. */
function inputsOf({ state, amountMinor, creditNotesMinor, creditedMinor }: InvoiceEntity): InvoiceInput[] {
  if (state === 'paid') return ['credit']
  if (creditNotesMinor === amountMinor) return ['credit_whole']
  return creditedMinor > 0n && creditedMinor >= amountMinor - creditNotesMinor ? ['credit', 'pay'] : ['credit']
}
