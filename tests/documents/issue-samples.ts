import type { CreateClientInput } from '@gateway/contract/invoices/client-inputs'
import type { CreateInvoiceInput } from '@gateway/contract/invoices/inputs'
import { findUnwritten, findWrittenDocument } from '@gateway/db/invoices/documents/document-queries'
import { BEGINNING } from '@gateway/db/kernel/page'
import type { InvoiceDocument } from '@gateway/domain/invoices/invoice-document'
import type { InvoiceLine } from '@gateway/domain/invoices/invoice-line'
import { languageTags } from '@gateway/domain/kernel/language'
import { fiatDecimals } from '@gateway/domain/money/fiat'
import { updateBusiness } from '@gateway/operations/businesses/update-business'
import { createClient } from '@gateway/operations/invoices/clients/own-clients'
import { writeDocuments } from '@gateway/operations/invoices/documents/write-documents'
import { createInvoice } from '@gateway/operations/invoices/drafts/create-invoice'
import { publishInvoice } from '@gateway/operations/invoices/sending/send-invoice'
import { createCreditNote } from '@gateway/operations/invoices/settling/create-credit-note'
import { type CardShop, closeCardShop, openCardShop } from '@gateway/operations/testing/test-cards'

/** A document as the room has issued it: what stands on it, and its stored bytes. */
interface Issued {
  readonly document: InvoiceDocument
  readonly bytes: Uint8Array
}

/** A billion less a cent is the most that an invoice may ask for. */
const MOST_MINOR = 99_999_999_999n
const MOST_DOCUMENTS = 100

/** True of a document that a merchant can issue: nothing is paid on it when it is sent, and it asks for something. */
export const isIssuable = ({ paidMinor, amountMinor }: InvoiceDocument): boolean =>
  paidMinor === 0n && amountMinor > 0n && amountMinor <= MOST_MINOR

/** Writes samples as a merchant does: profile, client, draft and publication, and a credit note over the whole; a worker writes their PDFs. */
export async function issueSamples(samples: ReadonlyMap<string, InvoiceDocument>): Promise<Map<string, Issued>> {
  const shop = await openCardShop()
  try {
    await shop.onboard()
    shop.ctx.clock.set(new Date('2026-10-01T12:00:00Z'))
    const ids = new Map<string, string>()
    for (const [name, sample] of samples) ids.set(name, await issue(shop, sample))
    return await readIssued(shop, ids)
  } finally {
    await closeCardShop(shop)
  }
}

/** @returns the id of the invoice or credit note. */
async function issue({ ctx, actor, businessId }: CardShop, sample: InvoiceDocument): Promise<string> {
  await updateBusiness(ctx, { actor, changes: { id: businessId, taxProfile: sample.taxProfile } })
  const client = await createClient(ctx, { actor, terms: { businessId, ...clientOf(sample) } })
  const { invoice } = await createInvoice(ctx, { actor, terms: { businessId, clientId: client.id, ...termsOf(sample) } })
  await publishInvoice(ctx, { actor, id: invoice.id })
  if (sample.kind === 'invoice') return invoice.id
  const { note } = await createCreditNote(ctx, { actor, id: invoice.id, request: { items: itemsOf(sample) } })
  return note.id
}

/** Its bytes come from the database; what stands on a document is read before, because a written one has no further use of it. */
async function readIssued({ ctx }: CardShop, ids: ReadonlyMap<string, string>): Promise<Map<string, Issued>> {
  const waiting = await findUnwritten(ctx.orm.em.fork(), { after: BEGINNING, limit: MOST_DOCUMENTS, except: [] })
  const contents = new Map(waiting.map(({ id, content }) => [id, content]))
  while ((await writeDocuments(ctx)) > 0);
  const issued = new Map<string, Issued>()
  for (const [name, id] of ids) {
    const [document, written] = [contents.get(id), await findWrittenDocument(ctx.orm.em.fork(), { id })]
    if (!document || !written) throw new Error(`the document of ${name} is not written`)
    issued.set(name, { document, bytes: written.bytes })
  }
  return issued
}

type ClientTerms = Omit<CreateClientInput, 'businessId'>

const clientOf = ({ buyer }: InvoiceDocument): ClientTerms => ({
  name: buyer.name ?? 'Somebody',
  ...(buyer.email !== null && { email: buyer.email }),
  ...(buyer.address && { address: buyer.address }),
  ...(buyer.taxId !== null && { taxId: buyer.taxId }),
  ...(buyer.electronicAddress && { electronicAddress: buyer.electronicAddress }),
})

type InvoiceTerms = Omit<CreateInvoiceInput, 'businessId' | 'clientId'>

function termsOf(sample: InvoiceDocument): InvoiceTerms {
  const { currency, serviceDate, dueDate, taxExemptionReason, buyerReference, notes } = sample
  const language = languageTags.find((tag) => tag === sample.language)
  return {
    currency,
    items: itemsOf(sample),
    ...(language && { language }),
    ...(serviceDate !== null && { serviceDate }),
    ...(dueDate !== null && { dueDate }),
    ...(taxExemptionReason !== null && { taxExemptionReason }),
    ...(buyerReference !== null && { buyerReference }),
    ...(notes !== null && { notes }),
  }
}

const itemsOf = ({ lines, currency }: InvoiceDocument) =>
  lines.map(({ unitAmountMinor, ...line }: InvoiceLine) => ({
    ...line,
    unitAmount: { digits: unitAmountMinor, scale: fiatDecimals[currency] },
  }))
