import { cardEscrowStates } from '@gateway/domain/cards/escrow-machine'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useBusinessId } from '../../businesses/use-business.ts'
import { type Inputs, type Outputs, trpc } from '../../trpc.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { nextOffset, pageAt } from '../../ui/list/list-filters.ts'
import { keptFresh } from '../../ui/list/list-page.tsx'
import { List } from '../../ui/list/list.tsx'
import { Moment, relativeTo } from '../../ui/moment.tsx'
import { Place } from '../../ui/place.tsx'
import { states } from '../../ui/states.ts'
import type { Column } from '../../ui/table.tsx'
import { formatMinor } from '../card-money.ts'
import { CardsPage } from '../cards-page.tsx'
import { StateChoice } from '../state-choice.tsx'

type Escrow = Outputs['cards']['escrows']['list']['escrows'][number]

const REFRESH_MS = 15_000

/** Every card escrow of the business, newest first. */
export function CardEscrowsPage() {
  const { status, offset } = useSearch({ from: '/signed-in/b/$business/cards/escrows' })
  const navigate = useNavigate({ from: '/b/$business/cards/escrows' })
  const input = { businessId: useBusinessId(), ...pageAt(offset), ...(status && { status }) } as Inputs['cards']['escrows']['list']
  const found = useQuery(trpc.cards.escrows.list.queryOptions(input, keptFresh(offset, REFRESH_MS)))
  const { data } = found
  return (
    <CardsPage title="Escrows" filters={<StateChoice options={cardEscrowStates.map((state) => [state, states[state].word])} />}>
      <List
        label="Card escrows"
        found={found}
        rows={data?.escrows}
        columns={columns}
        none={<None isNarrowed={Boolean(status ?? offset)} />}
        meanwhile="Escrows go on being held meanwhile."
        count={data && `${data.total} ${data.total === 1 ? 'escrow' : 'escrows'}`}
        cursor={offset}
        next={data && nextOffset(data)}
        onPage={(next) => void navigate({ search: (old) => ({ ...old, offset: next }) })}
      />
    </CardsPage>
  )
}

const None = ({ isNarrowed }: { readonly isNarrowed: boolean }) =>
  isNarrowed ? (
    <Empty title="No escrow matches" actions={<LinkButton to="/b/$business/cards/escrows">Show all escrows</LinkButton>}>
      Choose another status.
    </Empty>
  ) : (
    <Empty title="No card escrow yet">
      A card payment with escrow mode holds its money until you release or refund it, for at most 90 days. Your shop creates it over the
      API.
    </Empty>
  )

const columns: readonly Column<Escrow>[] = [
  { id: 'created', head: 'Created', place: 'sub-end', cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    id: 'escrow',
    head: 'Escrow',
    place: 'lead',
    cell: ({ id }) => (
      <Place className="main mono" to="/b/$business/cards/escrows/$escrow" params={{ escrow: id }}>
        {id.slice(0, 8)}
      </Place>
    ),
  },
  { id: 'status', head: 'Status', place: 'sub', cell: ({ status }) => <Badge state={status} kind="plain" /> },
  { id: 'due', head: 'Deadline', place: 'foot', cell: (escrow) => <Due escrow={escrow} /> },
  {
    id: 'refunded',
    head: 'Refunded',
    isNumber: true,
    cell: ({ amount_refunded: refunded, currency }) => (refunded === 0 ? '–' : formatMinor(refunded, currency)),
  },
  {
    id: 'amount',
    head: 'Amount',
    place: 'end',
    isNumber: true,
    isMain: true,
    cell: ({ amount, currency }) => formatMinor(amount, currency),
  },
]

/** When the clock refunds it; only of money that is still held. */
function Due({ escrow: { status, refund_at: at, released_at: released } }: { readonly escrow: Escrow }) {
  if (at === null || released !== null || !['funded', 'partially_refunded'].includes(status)) return <span className="hint">none</span>
  return <span title={at}>refunded by itself {relativeTo(at)}</span>
}
