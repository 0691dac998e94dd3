import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Alone } from '../shell/alone.tsx'
import { trpc } from '../trpc.ts'
import { pageAt } from '../ui/list/list-filters.ts'
import { keptFresh, ListPage } from '../ui/list/list-page.tsx'
import { Moment } from '../ui/moment.tsx'
import { Place } from '../ui/place.tsx'
import type { Column } from '../ui/table.tsx'
import type { OauthClient } from './snippets.tsx'

const REFRESH_MS = 60_000

const columns: readonly Column<OauthClient>[] = [
  { id: 'created', head: 'Created', cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    id: 'name',
    head: 'Name',
    place: 'lead',
    isMain: true,
    cell: ({ client_id, name }) => (
      <Place to="/oauth/$client" params={{ client: client_id }}>
        {name}
      </Place>
    ),
  },
  { id: 'client', head: 'Client ID', place: 'sub', cell: ({ client_id }) => <span className="mono">{client_id}</span> },
  { id: 'scopes', head: 'May ask for', cell: ({ scopes }) => <span className="mono small">{scopes.join(', ')}</span> },
  { id: 'kind', head: 'Kind', place: 'sub-end', cell: (client) => (client.public ? 'Public' : 'With a secret') },
]

/** The OAuth clients of the merchant, newest first. */
export function OauthClientsPage() {
  const { offset } = useSearch({ from: '/signed-in/oauth' })
  const found = useQuery(trpc.oauth.clients.list.queryOptions(pageAt(offset), keptFresh(offset, REFRESH_MS)))
  return (
    <Alone>
      <ListPage
        to="/oauth"
        nouns={['client', 'clients']}
        title="Sign in with the gateway"
        statuses={[]}
        found={found}
        rows={found.data?.clients}
        columns={columns}
        meanwhile="Users go on signing in meanwhile."
        narrowed="Go to the first page."
        beginning="A client is a website or an app that signs its users in with this gateway. With their consent it creates and reads their payments."
      />
    </Alone>
  )
}
