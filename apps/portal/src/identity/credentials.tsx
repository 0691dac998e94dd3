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
import type { Column } from '../ui/table.tsx'
import { credentialWords } from './credential-words.ts'
import { IdentityLayout } from './identity-layout.tsx'
import { RequestCredential } from './request-credential.tsx'
import { ShownCredential } from './shown-credential.tsx'
import { WithDid } from './with-did.tsx'

type Credential = Outputs['identity']['credentials']['list']['credentials'][number]

const REFRESH_MS = 30_000

/** The credentials about the merchant, newest first; each is copied or saved from its dialog. */
export const CredentialsPage = () => <WithDid title="Credentials">{({ did }) => <Credentials did={did} />}</WithDid>

function Credentials({ did }: { readonly did: string }) {
  const { offset } = useSearch({ from: '/signed-in/identity/credentials' })
  const navigate = useNavigate()
  const [shown, setShown] = useState<string>()
  const input = { did, ...pageAt(offset) } as Inputs['identity']['credentials']['list']
  const found = useQuery(trpc.identity.credentials.list.queryOptions(input, keptFresh(offset, REFRESH_MS)))
  return (
    <IdentityLayout title="Credentials" actions={<RequestCredential onIssued={setShown} />}>
      <List
        label="Credentials"
        found={found}
        rows={found.data?.credentials}
        columns={columnsOf(setShown)}
        none={
          <Empty title="No credential yet">
            A credential is a signed text that anyone can verify without asking us. You get one for your DID and for each escrow that
            settles, and can request one of your reputation.
          </Empty>
        }
        meanwhile="Credentials stay valid meanwhile."
        count={found.data && countOf(found.data.total)}
        cursor={offset}
        next={found.data && nextOffset(found.data)}
        onPage={(next) => void navigate({ to: '.', search: { offset: next } })}
      />
      {shown !== undefined && <ShownCredential id={shown} onClose={() => setShown(undefined)} />}
    </IdentityLayout>
  )
}

const countOf = (total: number): string => `${total} ${total === 1 ? 'credential' : 'credentials'}`

const columnsOf = (onShow: (id: string) => void): readonly Column<Credential>[] => [
  { id: 'issued', head: 'Issued', place: 'sub', cell: ({ issued_at }) => <Moment at={issued_at} /> },
  { id: 'type', head: 'Credential', place: 'lead', isMain: true, cell: ({ credential_type: type }) => credentialWords[type] },
  { id: 'state', head: 'State', place: 'sub-end', cell: (credential) => <State credential={credential} /> },
  {
    id: 'expires',
    head: 'Valid until',
    cell: ({ expires_at }) => (expires_at === null ? 'No end' : <Moment at={expires_at} />),
  },
  {
    id: 'show',
    head: <span className="sr-only">Actions</span>,
    place: 'end',
    isNumber: true,
    cell: ({ id, credential_type: type }) => (
      <Button size="sm" onClick={() => onShow(id)} aria-label={`Show ${credentialWords[type].toLowerCase()}…`}>
        Show…
      </Button>
    ),
  },
]

function State({ credential: { revoked, expires_at } }: { readonly credential: Credential }) {
  if (revoked)
    return (
      <Badge kind="plain" state="failed">
        Revoked
      </Badge>
    )
  if (expires_at !== null && Date.parse(expires_at) <= Date.now()) return <Badge kind="plain" state="expired" />
  return (
    <Badge kind="plain" state="confirmed">
      Valid
    </Badge>
  )
}
