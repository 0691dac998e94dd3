import { cardEscrowStates } from '@gateway/domain/cards/escrow-machine'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useBusinessId } from '../../businesses/use-business.ts'
import { type Inputs, type Outputs, trpc } from '../../trpc.ts'
import { Badge } from '../../ui/badge.tsx'
import { pageAt } from '../../ui/list/list-filters.ts'
import { keptFresh } from '../../ui/list/list-page.tsx'
import { Moment, relativeTo } from '../../ui/moment.tsx'
import { Place } from '../../ui/place.tsx'
import { shortId } from '../../ui/text/short-id.ts'
import { states } from '../../ui/states.ts'
import type { Column } from '../../ui/table.tsx'
import { amountColumn, refundedColumn } from '../amount-columns.ts'
import { CardsList } from '../cards-list.tsx'

type Escrow = Outputs['cards']['escrows']['list']['escrows'][number]

const REFRESH_MS = 15_000

/** Every card escrow of the business, newest first. */
export function CardEscrowsPage() {
  const { status, offset } = useSearch({ from: '/signed-in/b/$business/cards/escrows' })
  const input = { businessId: useBusinessId(), ...pageAt(offset), ...(status && { status }) } as Inputs['cards']['escrows']['list']
  const found = useQuery(trpc.cards.escrows.list.queryOptions(input, keptFresh(offset, REFRESH_MS)))
  return (
    <CardsList
      title="Escrows"
      label="Card escrows"
      to="/b/$business/cards/escrows"
      nouns={['escrow', 'escrows']}
      statuses={cardEscrowStates.map((state) => [state, states[state].word])}
      found={found}
      rows={found.data?.escrows}
      columns={columns}
      meanwhile="Escrows go on being held meanwhile."
      beginning={beginning}
    />
  )
}

const beginning = {
  title: 'No card escrow yet',
  text: 'A card payment with escrow mode holds its money until you release or refund it, for 90 days. Your shop creates it over the API.',
}

const columns: readonly Column<Escrow>[] = [
  { id: 'created', head: 'Created', place: 'sub-end', cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    id: 'escrow',
    head: 'Escrow',
    place: 'lead',
    cell: ({ id }) => (
      <Place className="main mono" to="/b/$business/cards/escrows/$escrow" params={{ escrow: id }}>
        {shortId(id)}
      </Place>
    ),
  },
  { id: 'status', head: 'Status', place: 'sub', cell: ({ status }) => <Badge state={status} kind="plain" /> },
  { id: 'due', head: 'Deadline', place: 'foot', cell: (escrow) => <Due escrow={escrow} /> },
  refundedColumn,
  amountColumn,
]

/** When the clock refunds it; only of money that is still held. */
function Due({ escrow: { status, refund_at: at, released_at: released } }: { readonly escrow: Escrow }) {
  if (at === null || released !== null || !['funded', 'partially_refunded'].includes(status)) return <span className="hint">none</span>
  return <span title={at}>refunded by itself {relativeTo(at)}</span>
}
