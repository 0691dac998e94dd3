import { type Asked, type FoundKind, type Hit, listed, MOST_HITS } from '../shell/found-kind.ts'
import { api, type Inputs, type Outputs } from '../trpc.ts'
import { shortId } from '../ui/text/short-id.ts'
import { formatSats } from './sats.ts'

/** Lightning payments by their hash, an id or its beginning, or words of the description. */
export async function findLightning({ businessId, text }: Asked): Promise<FoundKind> {
  const asked = { businessId, q: text, limit: MOST_HITS } as Inputs['lightning']['portal']['list']
  const { payments, total } = await api.lightning.portal.list.query(asked)
  return listed('Lightning', { hits: payments.map(hitOf), total, all: { to: '/b/$business/lightning', search: { q: text } } })
}

const hitOf = ({ id, description, status, amount_sats }: Outputs['lightning']['portal']['list']['payments'][number]): Hit => ({
  id,
  target: { to: '/b/$business/lightning/payments/$payment', params: { payment: id } },
  name: description ?? shortId(id),
  state: status,
  amount: formatSats(amount_sats),
})
