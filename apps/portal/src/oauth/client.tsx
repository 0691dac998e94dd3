import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Alone } from '../shell/alone.tsx'
import { PageLoading } from '../shell/page-loading.tsx'
import { trpc } from '../trpc.ts'
import { LoadFailed } from '../ui/empty.tsx'
import { Facts } from '../ui/facts.tsx'
import { Moment } from '../ui/moment.tsx'
import { Crumbs, Page, Section } from '../ui/page.tsx'
import { ClientActions } from './client-actions.tsx'
import { scopeWords } from './client-form.tsx'
import { type OauthClient, Snippets } from './snippets.tsx'

/** One client: what it may ask for, where its users come back, and how it signs them in. */
export function OauthClientPage() {
  const { client: id } = useParams({ from: '/signed-in/oauth/$client' })
  const found = useQuery(trpc.oauth.clients.get.queryOptions({ id }))
  return (
    <Alone>
      {found.error && !found.data ? (
        <LoadFailed title="The client could not be loaded" error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data ? (
        <Shown client={found.data.client} />
      ) : (
        <PageLoading />
      )}
    </Alone>
  )
}

function Shown({ client }: { readonly client: OauthClient }) {
  return (
    <Page
      title={client.name}
      above={<Crumbs to="/oauth" list="Clients" id={client.client_id} name="client ID" />}
      actions={<ClientActions client={client} />}
    >
      {client.description && <p dir="auto">{client.description}</p>}
      <ClientFacts client={client} />
      <Section title="Sign the first user in">
        <Snippets client={client} />
      </Section>
    </Page>
  )
}

function ClientFacts({ client }: { readonly client: OauthClient }) {
  const { previous_valid_until: until, redirect_uris, post_logout_redirect_uris: signedOut } = client
  const allowed = Object.entries(scopeWords).flatMap(([scope, words]) => (client.scopes.includes(scope) ? [words] : []))
  return (
    <Facts
      rows={[
        ['Kind', client.public ? 'Public, without a secret' : 'With a secret'],
        until !== null && new Date(until) > new Date() && ['Former secret works until', <Moment key="until" at={until} />],
        ['Created', <Moment key="created" at={client.created_at} />],
        ['May ask its users to', <Lines key="scopes" lines={allowed} />, 'wide'],
        ['Redirect addresses', <Lines key="redirect" lines={redirect_uris} isMono />, 'wide'],
        signedOut.length > 0 && ['After a sign-out', <Lines key="out" lines={signedOut} isMono />, 'wide'],
      ]}
    />
  )
}

const Lines = ({ lines, isMono }: { readonly lines: readonly string[]; readonly isMono?: boolean }) =>
  lines.map((line) => (
    <div key={line} className={isMono ? 'mono break-all' : ''}>
      {line}
    </div>
  ))
