import { useQuery } from '@tanstack/react-query'
import { useSearch, useNavigate } from '@tanstack/react-router'
import { KeyRound, RotateCcw, Users } from 'lucide-react'
import { useState } from 'react'
import { Alone } from '../shell/alone.tsx'
import { api, type Outputs, trpc } from '../trpc.ts'
import { Ask } from '../ui/ask.tsx'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { List } from '../ui/list/list.tsx'
import { nextOffset, pageAt } from '../ui/list/list-filters.ts'
import { Moment } from '../ui/moment.tsx'
import { Page } from '../ui/page.tsx'
import type { Column } from '../ui/table.tsx'

type Consent = Outputs['oauth']['consents']['list']['consents'][number]

const words: Readonly<Record<string, string>> = {
  openid: 'know you again',
  email: 'read your e-mail address',
  profile: 'read your name',
  payments: 'create and read your payments',
}

/** The apps that the user has let in: what each may do, when it last did, and the way to end it. */
export function ConnectedAppsPage() {
  const { offset } = useSearch({ from: '/signed-in/connected-apps' })
  const navigate = useNavigate()
  const found = useQuery(trpc.oauth.consents.list.queryOptions(pageAt(offset)))
  const [leaving, setLeaving] = useState<Consent>()
  return (
    <Alone>
      <Page title="Connected apps">
        <p className="max-w-108">Websites and apps that you have signed in to with this account.</p>
        <List
          label="Connected apps"
          found={found}
          rows={found.data?.consents.map((consent) => ({ ...consent, id: consent.client_id }))}
          columns={columnsOf(setLeaving)}
          none={<Empty title="No app is connected">An app appears here once you have signed in to it with this account.</Empty>}
          cursor={offset}
          next={found.data && nextOffset(found.data)}
          onPage={(next) => void navigate({ to: '.', search: { offset: next } })}
          isCard
        />
        {leaving && <Disconnect consent={leaving} onClose={() => setLeaving(undefined)} />}
      </Page>
    </Alone>
  )
}

const columnsOf = (onLeave: (consent: Consent) => void): readonly Column<Consent>[] => [
  { id: 'name', head: 'App', place: 'lead', isMain: true, cell: ({ name }) => name },
  { id: 'scopes', head: 'May', place: 'sub', cell: ({ scopes }) => scopes.map((scope) => words[scope] ?? scope).join(', ') },
  { id: 'granted', head: 'Allowed', cell: ({ granted_at }) => <Moment at={granted_at} /> },
  {
    id: 'used',
    head: 'Last used',
    place: 'sub-end',
    cell: ({ last_used_at }) => (last_used_at ? <Moment at={last_used_at} /> : 'never'),
  },
  {
    id: 'leave',
    head: <span className="sr-only">Actions</span>,
    place: 'end',
    isNumber: true,
    cell: (consent) => (
      <Button size="sm" look="quiet-danger" onClick={() => onLeave(consent)}>
        Disconnect…
      </Button>
    ),
  },
]

const Disconnect = ({ consent, onClose }: { readonly consent: Consent; readonly onClose: () => void }) => (
  <Ask
    onClose={onClose}
    title={`Disconnect “${consent.name}”?`}
    keep="Keep connected"
    act="Disconnect"
    busy="Disconnecting…"
    isDanger
    work={() => api.oauth.consents.withdraw.mutate({ clientId: consent.client_id })}
    done={`“${consent.name}” is disconnected`}
    changes={trpc.oauth.consents.list.queryKey()}
    consequences={[
      [KeyRound, 'Everything that it may do for you ends at once'],
      [Users, 'It may keep you signed in by a session of its own'],
      [RotateCcw, 'It asks for your consent when you sign in again'],
    ]}
  />
)
