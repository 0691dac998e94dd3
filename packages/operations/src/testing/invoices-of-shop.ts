import type { SeenInvoice } from '@gateway/contract/invoices'
import { CreateClientInput } from '@gateway/contract/invoices/client-inputs'
import { CreateCreditNoteInput, CreateInvoiceInput, UpdateInvoiceInput } from '@gateway/contract/invoices/inputs'
import { readRegister } from '@gateway/db/invoices/number-queries'
import { tables } from '@gateway/db/tables'
import { createClient } from '../invoices/clients/own-clients.ts'
import { createInvoice } from '../invoices/drafts/create-invoice.ts'
import { updateInvoice } from '../invoices/drafts/update-invoice.ts'
import { getInvoice } from '../invoices/reading/get-invoice.ts'
import { publishInvoice } from '../invoices/sending/send-invoice.ts'
import { createCreditNote } from '../invoices/settling/create-credit-note.ts'
import type { TestShop } from './test-shop.ts'

type Members = Readonly<Record<string, unknown>>

/** A line over 100.00 at 19 %, as a client sends it. */
export const coffee = { description: 'Roasted coffee', quantity: 1, unit_amount: 100, tax_rate: 19 } as const

/** The steps of an invoice, for the current shop of a test. */
export function invoicesOf(at: () => TestShop) {
  const named = (id: string) => ({ actor: at().actor, id })
  const create = async (terms: Members = {}): Promise<SeenInvoice['invoice']> => {
    const asked = CreateInvoiceInput.parse({
      business_id: at().businessId,
      currency: 'EUR',
      ...(!('items' in terms) && { amount: 119 }),
      ...terms,
    })
    return (await createInvoice(at().ctx, { actor: at().actor, terms: asked })).invoice
  }
  return {
    named,
    /** Creates a draft over 119.00 euros, payable by card alone, by default. */
    create,
    /** Creates one that is payable in bitcoin, and publishes it. */
    publish: async (terms: Members = {}): Promise<SeenInvoice['invoice']> => {
      const { id } = await create({ crypto_currency: 'BTC', ...terms })
      return (await publishInvoice(at().ctx, named(id))).seen.invoice
    },
    change: async (id: string, changes: Members): Promise<SeenInvoice['invoice']> =>
      (await updateInvoice(at().ctx, { actor: at().actor, changes: UpdateInvoiceInput.parse({ id, ...changes }) })).invoice,
    credit: (id: string, asked: Members = {}) => {
      const { id: _id, ...request } = CreateCreditNoteInput.parse({ id, ...asked })
      return createCreditNote(at().ctx, { ...named(id), request })
    },
    read: async (id: string): Promise<SeenInvoice> => getInvoice(at().ctx, named(id)),
    client: (terms: Members = {}) =>
      createClient(at().ctx, {
        actor: at().actor,
        terms: CreateClientInput.parse({ business_id: at().businessId, name: 'Beispiel AG', ...terms }),
      }),
    register: () => readRegister(at().ctx.orm.em.fork(), { businessId: at().businessId, mode: 'live', after: 0, limit: 1_000 }),
    /** Names of the events of an invoice, in sequence order. */
    events: async (id: string): Promise<string[]> => {
      const rows = await tables(at().ctx.orm.em.fork())
        .selectFrom('event')
        .select('type')
        .where('objectId', '=', id)
        .orderBy('sequence')
        .execute()
      return rows.map(({ type }) => type)
    },
  }
}
