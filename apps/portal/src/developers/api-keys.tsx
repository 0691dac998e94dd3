import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useBusinessId } from '../businesses/use-business.ts'
import { type Outputs, trpc } from '../trpc.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { nextOffset, pageAt } from '../ui/list/list-filters.ts'
import { List } from '../ui/list/list.tsx'
import { Moment } from '../ui/moment.tsx'
import { Page } from '../ui/page.tsx'
import { OneTimeSecret } from '../ui/secret.tsx'
import type { Column } from '../ui/table.tsx'
import { CreateKey } from './create-key.tsx'
import { RevokeKey } from './revoke-key.tsx'

/** A key as the list shows it. */
export type ApiKey = Outputs['businesses']['keys']['list']['keys'][number]

/** The keys of the business: create one, see where it is used, revoke it. */
export function ApiKeysPage() {
  const id = useBusinessId()
  const [isCreating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string>()
  const [revoking, setRevoking] = useState<ApiKey>()
  const create = (
    <Button look="primary" onClick={() => setCreating(true)}>
      <Plus className="icon" aria-hidden="true" />
      New key…
    </Button>
  )
  return (
    <Page title="API keys" actions={create}>
      <Keys onRevoke={setRevoking} />
      {isCreating && (
        <CreateKey
          businessId={id}
          onClose={() => setCreating(false)}
          onCreated={(text) => {
            setCreating(false)
            setSecret(text)
          }}
        />
      )}
      {secret && (
        <OneTimeSecret title="Copy the key now" secret={secret} name="API key" onDone={() => setSecret(undefined)}>
          <p>This is the only time it is shown. If you lose it, revoke it and create another.</p>
        </OneTimeSecret>
      )}
      {revoking && <RevokeKey businessId={id} apiKey={revoking} onClose={() => setRevoking(undefined)} />}
    </Page>
  )
}

function Keys({ onRevoke }: { readonly onRevoke: (key: ApiKey) => void }) {
  const id = useBusinessId()
  const { offset } = useSearch({ from: '/signed-in/b/$business/api-keys' })
  const navigate = useNavigate({ from: '/b/$business/api-keys' })
  const found = useQuery(trpc.businesses.keys.list.queryOptions({ id, ...pageAt(offset) }, { placeholderData: keepPreviousData }))
  const { data: page } = found
  return (
    <List
      label="API keys"
      failed="Keys"
      found={found}
      rows={page?.keys}
      columns={columnsOf(onRevoke)}
      none={<Empty title="No key yet">A key lets your server create payments and read them.</Empty>}
      count={page && countOf(page.total)}
      cursor={offset}
      next={page && nextOffset(page)}
      onPage={(next) => void navigate({ search: { offset: next } })}
      isCard
    />
  )
}

const countOf = (total: number): string => (total === 1 ? '1 key' : `${total} keys`)

function columnsOf(onRevoke: (key: ApiKey) => void): readonly Column<ApiKey>[] {
  return [
    { id: 'created', head: 'Created', cell: ({ created_at }) => <Moment at={created_at} /> },
    { id: 'name', head: 'Name', place: 'lead', isMain: true, cell: ({ name }) => name ?? 'Without a name' },
    { id: 'key', head: 'Key', place: 'sub', cell: ({ prefix, last4 }) => <span className="mono nowrap">{`${prefix}…${last4}`}</span> },
    {
      id: 'scopes',
      head: 'Permissions',
      cell: ({ scopes }) => (scopes.includes('*') ? 'Everything but wallets' : <span className="mono small">{scopes.join(', ')}</span>),
    },
    {
      id: 'used',
      head: 'Last used',
      place: 'sub-end',
      cell: ({ last_used_at }) => (last_used_at ? <Moment at={last_used_at} /> : 'never'),
    },
    { id: 'state', head: 'State', cell: (key) => <KeyState apiKey={key} /> },
    {
      id: 'revoke',
      head: <span className="sr-only">Actions</span>,
      place: 'end',
      isNumber: true,
      cell: (key) =>
        key.revoked_at === null ? (
          <Button size="sm" look="quiet-danger" onClick={() => onRevoke(key)}>
            Revoke…
          </Button>
        ) : null,
    },
  ]
}

function KeyState({ apiKey: { revoked_at, expires_at } }: { readonly apiKey: ApiKey }) {
  if (revoked_at !== null)
    return (
      <Badge state="cancelled" kind="plain">
        Revoked
      </Badge>
    )
  if (expires_at === null) return <Badge state="active" kind="plain" />
  const isOver = new Date(expires_at) <= new Date()
  return (
    <span>
      <Badge state={isOver ? 'expired' : 'active'} kind="plain" />
      <span className="hint block nowrap">
        until <Moment at={expires_at} />
      </span>
    </span>
  )
}
