import { type Asked, type FoundKind, type Hit, listed, MOST_HITS } from '../shell/found-kind.ts'
import { api, type Inputs, type Outputs } from '../trpc.ts'
import { shortId } from '../ui/text/short-id.ts'
import { formatMinor } from './card-money.ts'

/** Card payments by an order, words of a description, an id or its beginning, or an id at the processor. */
export async function findCards({ businessId, text }: Asked): Promise<FoundKind> {
  const asked = { businessId, q: text, limit: MOST_HITS } as Inputs['cards']['portal']['list']
  const { payments, total } = await api.cards.portal.list.query(asked)
  return listed('Card payments', { hits: payments.map(hitOf), total, all: { to: '/b/$business/cards', search: { q: text } } })
}

const hitOf = ({ id, description, status, amount, currency }: Outputs['cards']['portal']['list']['payments'][number]): Hit => ({
  id,
  target: { to: '/b/$business/cards/payments/$card', params: { card: id } },
  name: description ?? shortId(id),
  state: status,
  amount: formatMinor(amount, currency),
})
