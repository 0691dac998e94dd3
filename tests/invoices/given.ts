import type * as T from '@gateway/client'
import { payAsset } from '@gateway/scripts/pay/rails'
import { eventually } from '@gateway/testing/wait'
import type { Ground } from '../client/ground.ts'
import type { Refused } from '../client/story-table.ts'
import { hasReadAll } from '../support/chain-heights.ts'
import { mine } from '../support/story.ts'

/** The terms of an invoice that is payable in bitcoin. */
export const bill = { amount: 119, currency: 'EUR', crypto_currency: 'BTC' } as const satisfies T.InvoicesCreateData['body']

/** A line over 100.00 at 19 %. */
export const coffee = { description: 'Roasted coffee', quantity: 1, unit_amount: 100, tax_rate: 19 }

/** A draft of the shop. */
export const newDraft = async ({ clientOf, shop }: Ground, terms: Partial<T.InvoicesCreateData['body']> = {}): Promise<T.Invoice> =>
  (await clientOf(shop.key).invoices.create({ ...bill, ...terms })).invoice

/** An invoice of the shop that was published. */
export async function newInvoice(ground: Ground, terms: Partial<T.InvoicesCreateData['body']> = {}): Promise<T.Invoice> {
  const { id } = await newDraft(ground, terms)
  return (await ground.clientOf(ground.shop.key).invoices.publish(id)).invoice
}

/** An invoice whose due day has ended; the API takes none that is over. */
export async function overdueInvoice(ground: Ground): Promise<T.Invoice> {
  const { id } = await newInvoice(ground, { due_date: '2099-12-31' })
  await ground.story.sql.query(`UPDATE invoice SET due_date = '2026-01-31', overdue_at = now() - interval '1 hour' WHERE id = $1`, [id])
  return eventually('the invoice to be overdue', async () => {
    const { invoice } = await ground.clientOf(ground.shop.key).invoices.get(id)
    return invoice.status === 'overdue' && invoice
  })
}

/** An invoice of the shop whose document a worker has written. */
export async function writtenInvoice(ground: Ground): Promise<T.Invoice> {
  const invoice = await newInvoice(ground)
  await eventually('the document of the invoice', async () => {
    const { rowCount } = await ground.story.sql.query('SELECT FROM invoice_document WHERE id = $1 AND bytes IS NOT NULL', [invoice.id])
    return rowCount === 1
  })
  return invoice
}

/** An invoice that was paid outside, of which a credit note has taken 19.00 off since. */
export async function overpaidInvoice(ground: Ground): Promise<T.Invoice> {
  const { id } = await newInvoice(ground)
  const { invoices } = ground.clientOf(ground.shop.key)
  await invoices.markPaid(id)
  return (await invoices.credit(id, { amount: 19 })).invoice
}

/** An invoice at whose address 0.001 BTC came after its quote had ended. */
export async function heldInvoice({ story, ...ground }: Ground): Promise<T.Invoice> {
  const invoice = await newInvoice({ story, ...ground })
  await endQuote(story, invoice)
  await payAsset(story.chains, 'BTC', { to: invoice.payment_address ?? '', units: 100_000n })
  await eventually('the late deposit to be booked', async () => {
    const isRead = await hasReadAll(story, 'BTC')
    const { rows } = await story.sql.query(`SELECT FROM deposit WHERE subject_id = $1 AND held_in = 'suspense:late'`, [invoice.id])
    if (rows.length === 0 && isRead) await mine(story, 'BTC', 1)
    return rows.length > 0
  })
  return invoice
}

const endQuote = ({ sql }: Ground['story'], { id }: T.Invoice) =>
  sql.query(
    `UPDATE invoice_quote SET valid_from = valid_from - interval '1 hour', valid_until = valid_until - interval '1 hour' WHERE invoice_id = $1`,
    [id],
  )

/** The ids of a draft, and of an invoice that was published. */
export const ofDraft = async (ground: Ground) => ({ ids: [(await newDraft(ground)).id] })
export const ofInvoice = async (ground: Ground) => ({ ids: [(await newInvoice(ground)).id] })
/** The id of one whose document is written. */
export const ofWritten = async (ground: Ground) => ({ ids: [(await writtenInvoice(ground)).id] })

/** Refusals of every creation. */
export const ofCreations: Readonly<Record<string, Refused>> = {
  BUSINESS_REQUIRED: { when: 'for a merchant of several businesses who names none', apiKey: ({ beginner }) => beginner.token },
  NOT_IMPLEMENTED: {
    when: 'for a test key',
    apiKey: async ({ clientOf, shop }) => (await clientOf(shop.key).businesses.keys.create(shop.businessId, { mode: 'test' })).api_key,
  },
}
