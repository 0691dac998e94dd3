import { Button } from '../../ui/button.tsx'
import { Place } from '../../ui/place.tsx'
import type { Column } from '../../ui/table.tsx'
import { countryName } from '../language-name.ts'
import type { Client } from './client-values.ts'

/** The columns of the list of clients, with what can be done with each. */
export const clientColumns = (onAct: (what: 'change' | 'delete', client: Client) => void): readonly Column<Client>[] => [
  {
    id: 'name',
    head: 'Name',
    place: 'lead',
    cell: ({ id, name }) => (
      <Place className="main truncate" to="/b/$business/invoices" search={{ client: id }}>
        <bdi>{name}</bdi>
      </Place>
    ),
  },
  { id: 'email', head: 'E-mail', place: 'sub', cell: ({ email }) => <span className="truncate">{email ?? '–'}</span> },
  { id: 'country', head: 'Country', cell: ({ address }) => (address === null ? '–' : countryName(address.country)) },
  { id: 'tax', head: 'Tax ID', cell: ({ tax_id }) => tax_id ?? '–' },
  {
    id: 'actions',
    head: <span className="sr-only">Actions</span>,
    place: 'end',
    isNumber: true,
    cell: (client) => (
      <span className="row">
        <Button size="sm" look="ghost" aria-label={`Change ${client.name}`} onClick={() => onAct('change', client)}>
          Change…
        </Button>
        <Button size="sm" look="quiet-danger" aria-label={`Delete ${client.name}`} onClick={() => onAct('delete', client)}>
          Delete…
        </Button>
      </span>
    ),
  },
]
