import { type Asked, type FoundKind, type Hit, listed, MOST_HITS } from '../shell/found-kind.ts'
import { api, type Inputs, type Outputs } from '../trpc.ts'
import { formatFiat } from '../ui/money.ts'
import { shortId } from '../ui/text/short-id.ts'

/** Payments by an order, words of a description, an id or its beginning, an address, or a transaction. */
export async function findPayments({ businessId, text }: Asked): Promise<FoundKind> {
  const asked = { businessId, q: text, limit: MOST_HITS } as Inputs['payments']['portal']['list']
  const { payments, total } = await api.payments.portal.list.query(asked)
  return listed('Payments', { hits: payments.map(hitOf), total, all: { to: '/b/$business/payments', search: { q: text } } })
}

const hitOf = ({ id, description, status, amount, currency }: Outputs['payments']['portal']['list']['payments'][number]): Hit => ({
  id,
  target: { to: '/b/$business/payments/$payment', params: { payment: id } },
  name: description ?? shortId(id),
  state: status,
  amount: formatFiat(String(amount), currency),
})
