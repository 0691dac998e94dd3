import { type Asked, type FoundKind, type Hit, listed, MOST_HITS } from '../shell/found-kind.ts'
import { api, type Inputs, type Outputs } from '../trpc.ts'
import { formatAsset } from '../ui/money.ts'
import { shortId } from '../ui/text/short-id.ts'

/** Escrows by an id or its beginning, an address, or a transaction. */
export async function findEscrows({ businessId, text }: Asked): Promise<FoundKind> {
  const asked = { businessId, q: text, limit: MOST_HITS, offset: 0 } as Inputs['escrows']['portal']['list']
  const { escrows, total } = await api.escrows.portal.list.query(asked)
  return listed('Escrows', { hits: escrows.map(hitOf), total, all: { to: '/b/$business/escrows', search: { q: text } } })
}

const hitOf = ({ id, status, amount, chain }: Outputs['escrows']['portal']['list']['escrows'][number]): Hit => ({
  id,
  target: { to: '/b/$business/escrows/$escrow', params: { escrow: id } },
  name: shortId(id),
  state: status,
  amount: formatAsset(amount, chain),
})
