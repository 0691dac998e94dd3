import { signInSnippets } from '@gateway/pages/oauth/sign-in-snippets'
import { useState } from 'react'
import type { Outputs } from '../trpc.ts'
import { OutsideLink } from '../ui/button.tsx'
import { Json } from '../ui/json.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { ProgramNotices } from './program-notices.tsx'

/** A client as it is read. */
export type OauthClient = Outputs['oauth']['clients']['get']['client']

const names = signInSnippets.map(({ name }) => [name, name] as const)

/** What signs a first user in: the settings of the client, and a program for each library. */
export function Snippets({ client }: { readonly client: OauthClient }) {
  const [name, setName] = useState(signInSnippets[0]?.name ?? 'Node')
  const snippet = signInSnippets.find((one) => one.name === name)
  return (
    <div className="stack">
      <ClientSettings client={client} />
      <Segmented label="Library" options={names} value={name} onChange={setName} />
      <ProgramNotices client={client} />
      {snippet?.install && <Json name="Install" value={snippet.install} />}
      {snippet && <Json name={snippet.file} value={snippet.code.trimEnd()} />}
      <p>
        <OutsideLink href="/docs/sign-in">Read how a sign-in works</OutsideLink>
      </p>
    </div>
  )
}

/** The environment that each program reads; with the secret where it is known. */
export const ClientSettings = ({ client, secret }: { readonly client: OauthClient; readonly secret?: string | null }) => (
  <Json name="Settings" value={settingsOf(client, secret)} />
)

function settingsOf({ client_id, redirect_uris, public: isPublic }: OauthClient, secret: string | null | undefined): string {
  const known = secret ?? (isPublic ? undefined : '… the secret that was shown once …')
  return [
    ['ISSUER', location.origin],
    ['CLIENT_ID', client_id],
    ...(known === undefined ? [] : [['CLIENT_SECRET', known]]),
    ['REDIRECT_URI', redirect_uris[0] ?? ''],
  ]
    .map(([name, value]) => `export SERVICE_OAUTH_${name}='${value}'`)
    .join('\n')
}
