import { call } from '@gateway/scripts/demo/client'
import type { Shop } from '../support/shop.ts'

/** What a draft and its client say. */
interface Texts {
  readonly name: string
  readonly description: string
  /** Stands in the notes. */
  readonly metadata: string
}

/** A draft of one line to a new client, payable in bitcoin. @returns its id. */
export async function draftInvoice(
  { api, businessId: business_id, key }: Pick<Shop, 'api' | 'businessId' | 'key'>,
  { name, description, metadata }: Texts,
): Promise<string> {
  const { client } = await call<{ client: { id: string } }>(api, { path: '/clients', key, body: { business_id, name } })
  const items = [{ description, unit_amount: 100, tax_rate: 20 }]
  const body = { business_id, client_id: client.id, currency: 'USD', crypto_currency: 'BTC', items, notes: metadata }
  return (await call<{ invoice: { id: string } }>(api, { path: '/invoices', key, body })).invoice.id
}
