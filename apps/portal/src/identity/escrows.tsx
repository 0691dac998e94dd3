import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type Inputs, type Outputs, trpc } from '../trpc.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { List } from '../ui/list/list.tsx'
import { nextOffset, pageAt } from '../ui/list/list-filters.ts'
import { keptFresh } from '../ui/list/list-page.tsx'
import { Moment } from '../ui/moment.tsx'
import { isState } from '../ui/states.ts'
import type { Column } from '../ui/table.tsx'
import { BindParty } from './bind-party.tsx'
import { DidLink } from './did-link.tsx'
import { IdentityLayout } from './identity-layout.tsx'
import { WithDid } from './with-did.tsx'
import { WriteReceipt } from './write-receipt.tsx'

/** An escrow that the merchant is a party of. */
export type Party = Outputs['identity']['portal']['parties']['parties'][number]

const REFRESH_MS = 30_000

/** The escrows that the merchant is a party of: who the other party is, and the receipt that it can write of it. */
export const PartiesPage = () => <WithDid title="Escrows">{() => <Parties />}</WithDid>

function Parties() {
  const { offset } = useSearch({ from: '/signed-in/identity/escrows' })
  const navigate = useNavigate()
  const [rated, setRated] = useState<Party>()
  const found = useQuery(
    trpc.identity.portal.parties.queryOptions(pageAt(offset) as Inputs['identity']['portal']['parties'], keptFresh(offset, REFRESH_MS)),
  )
  return (
    <IdentityLayout title="Escrows" actions={<BindParty />}>
      <List
        label="Escrows"
        found={found}
        rows={found.data?.parties.map((party) => ({ ...party, id: party.escrow_id }))}
        columns={columnsOf(setRated)}
        none={
          <Empty title="You are a party of no escrow yet">
            Bind your DID to your side of an escrow with its link. When it settles you get a receipt, and both parties can rate each other.
          </Empty>
        }
        meanwhile="Escrows go on being watched and paid out meanwhile."
        count={found.data && countOf(found.data.total)}
        cursor={offset}
        next={found.data && nextOffset(found.data)}
        onPage={(next) => void navigate({ to: '.', search: { offset: next } })}
      />
      {rated && <WriteReceipt party={rated} onClose={() => setRated(undefined)} />}
    </IdentityLayout>
  )
}

const countOf = (total: number): string => `${total} ${total === 1 ? 'escrow' : 'escrows'}`
const roles: Readonly<Record<Party['role'], string>> = { depositor: 'Depositor', beneficiary: 'Beneficiary' }

const columnsOf = (onRate: (party: Party) => void): readonly Column<Party>[] => [
  { id: 'bound', head: 'Bound', place: 'sub', cell: ({ bound_at }) => <Moment at={bound_at} /> },
  {
    id: 'escrow',
    head: 'Escrow',
    place: 'lead',
    isMain: true,
    cell: ({ escrow_id: id, rail }) => <span className="mono">{`${rail === 'card' ? 'Card ' : ''}${id.slice(0, 8)}`}</span>,
  },
  { id: 'role', head: 'You are', cell: ({ role }) => roles[role] },
  {
    id: 'status',
    head: 'Status',
    place: 'sub-end',
    cell: ({ status }) => (isState(status) ? <Badge kind="plain" state={status} /> : status),
  },
  {
    id: 'other',
    head: 'Other party',
    place: 'foot',
    cell: ({ counterparty_did: did }) => (did === null ? 'Not bound' : <DidLink did={did} />),
  },
  {
    id: 'rate',
    head: <span className="sr-only">Actions</span>,
    place: 'end',
    isNumber: true,
    cell: (party) => <Rate party={party} onRate={onRate} />,
  },
]

/** One receipt an escrow and author, about a party that is known. */
function Rate({ party, onRate }: { readonly party: Party; readonly onRate: (party: Party) => void }) {
  if (party.receipt_id !== null) return 'Receipt written'
  if (party.counterparty_did === null || !party.settled) return null
  return (
    <Button size="sm" onClick={() => onRate(party)} aria-label={`Write receipt… of ${party.escrow_id}`}>
      Write receipt…
    </Button>
  )
}
