import { type Asked, type FoundKind, type Hit, listed, MOST_HITS } from '../shell/found-kind.ts'
import { api, type Inputs, type Outputs } from '../trpc.ts'
import { fiat } from './fiat.ts'

/** Invoices by their number, an id or its beginning, or words of their client. */
export async function findInvoices({ businessId, text }: Asked): Promise<FoundKind> {
  const asked = { businessId, q: text, limit: MOST_HITS } as Inputs['invoices']['portal']['list']
  const { invoices, total } = await api.invoices.portal.list.query(asked)
  return listed('Invoices', { hits: invoices.map(hitOf), total, all: { to: '/b/$business/invoices', search: { q: text } } })
}

const hitOf = ({
  id,
  invoice_number,
  client,
  status,
  amount,
  currency,
}: Outputs['invoices']['portal']['list']['invoices'][number]): Hit => ({
  id,
  target: { to: '/b/$business/invoices/$invoice', params: { invoice: id } },
  name: client === null ? invoice_number : `${invoice_number} · ${client.name}`,
  state: status,
  amount: fiat(amount, currency),
})
