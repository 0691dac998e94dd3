import type { SeenInvoice } from '@gateway/contract/invoices'
import { CreateClientInput } from '@gateway/contract/invoices/client-inputs'
import { CreateCreditNoteInput, CreateInvoiceInput, UpdateInvoiceInput } from '@gateway/contract/invoices/inputs'
import { readRegister } from '@gateway/db/invoices/number-queries'
import { createClient } from '../invoices/clients/own-clients.ts'
import { createInvoice } from '../invoices/drafts/create-invoice.ts'
import { updateInvoice } from '../invoices/drafts/update-invoice.ts'
import { getInvoice } from '../invoices/reading/get-invoice.ts'
import { publishInvoice } from '../invoices/sending/send-invoice.ts'
import { createCreditNote } from '../invoices/settling/create-credit-note.ts'
import { invoiceEvents } from './test-invoices.ts'
import type { TestShop } from './test-shop.ts'

type Members = Readonly<Record<string, unknown>>
type Known = SeenInvoice['invoice']

/** A line over 100.00 at 19 %, as a client sends it. */
export const coffee = { description: 'Roasted coffee', quantity: 1, unit_amount: 100, tax_rate: 19 } as const

/** A draft over 119.00 euros, payable by card alone, by default. */
async function create({ ctx, actor, businessId }: TestShop, terms: Members): Promise<Known> {
  const amount = 'items' in terms ? {} : { amount: 119 }
  const asked = CreateInvoiceInput.parse({ business_id: businessId, currency: 'EUR', ...amount, ...terms })
  return (await createInvoice(ctx, { actor, terms: asked })).invoice
}

/** The same, payable in bitcoin and published. */
async function publish(shop: TestShop, terms: Members): Promise<Known> {
  const { id } = await create(shop, { crypto_currency: 'BTC', ...terms })
  return (await publishInvoice(shop.ctx, { actor: shop.actor, id })).seen.invoice
}

function credit({ ctx, actor }: TestShop, id: string, asked: Members) {
  const { id: _id, ...request } = CreateCreditNoteInput.parse({ id, ...asked })
  return createCreditNote(ctx, { actor, id, request })
}

const addClient = ({ ctx, actor, businessId }: TestShop, terms: Members) =>
  createClient(ctx, { actor, terms: CreateClientInput.parse({ business_id: businessId, name: 'Beispiel AG', ...terms }) })

/** The steps of an invoice, for the current shop of a test. */
export function invoicesOf(at: () => TestShop) {
  const named = (id: string) => ({ actor: at().actor, id })
  return {
    named,
    create: (terms: Members = {}) => create(at(), terms),
    publish: (terms: Members = {}) => publish(at(), terms),
    change: async (id: string, changes: Members): Promise<Known> =>
      (await updateInvoice(at().ctx, { actor: at().actor, changes: UpdateInvoiceInput.parse({ id, ...changes }) })).invoice,
    credit: (id: string, asked: Members = {}) => credit(at(), id, asked),
    read: (id: string): Promise<SeenInvoice> => getInvoice(at().ctx, named(id)),
    client: (terms: Members = {}) => addClient(at(), terms),
    register: () => readRegister(at().ctx.orm.em.fork(), { businessId: at().businessId, mode: 'live', after: 0, limit: 1_000 }),
    /** Names of the events of an invoice, in sequence order. */
    events: (id: string) => invoiceEvents(at(), id),
  }
}
