import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { confirmed } from '../accounts/confirmed.ts'
import { Alone } from '../shell/alone.tsx'
import { api, once, type Outputs, trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { Fields } from '../ui/form/fields.tsx'
import { useWireForm } from '../ui/form/use-wire-form.ts'
import { FormRefusal } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { OneTimeSecret } from '../ui/secret.tsx'
import { clientFields, type ClientValues, NewClientForm, ScopeBoxes, termsOf } from './client-form.tsx'
import { ClientSettings } from './snippets.tsx'

type Created = Outputs['oauth']['clients']['create']['client']

const start: ClientValues = {
  name: '',
  description: '',
  redirectUris: '',
  postLogoutRedirectUris: '',
  scopes: ['openid', 'email'],
  kind: 'confidential',
}

const kinds = [
  ['confidential', 'On a server, which keeps its secret'],
  ['public', 'In an app or a single page, which can keep none'],
] as const

/** Registers a client, shows its secret once, and how it signs users in. */
export function NewClientPage() {
  const [created, setCreated] = useState<Created>()
  return (
    <Alone>
      <Page title="New client">
        <p className="max-w-108">
          A website or an app signs its users in with this gateway, and may work with their payments where they allow it.
        </p>
        <Form onCreated={setCreated} />
        {created && <Ready created={created} />}
      </Page>
    </Alone>
  )
}

function Form({ onCreated }: { readonly onCreated: (created: Created) => void }) {
  const client = useQueryClient()
  const [key] = useState(() => crypto.randomUUID())
  const create = useMutation({
    mutationFn: (values: ClientValues) => confirmed(() => api.oauth.clients.create.mutate(termsOf(values), once(key))),
    onSuccess: async (answer) => {
      onCreated(answer.client)
      await client.invalidateQueries({ queryKey: trpc.oauth.pathKey() })
    },
  })
  const form = useWireForm<ClientValues>(NewClientForm, start, create.error)
  return (
    <form className="stack max-w-108" onSubmit={form.handleSubmit((values) => create.mutate(values))}>
      <FormRefusal fact="The client could not be created" error={create.error} />
      <Fields form={form} fields={[...clientFields, { name: 'kind', label: 'Where it runs', options: kinds }]} />
      <ScopeBoxes form={form} />
      <div>
        <Button look="primary" type="submit" busy={create.isPending && 'Creating…'}>
          Create client
        </Button>
      </div>
    </form>
  )
}

/** The secret, once, with what signs the first user in; then the page of the client. */
function Ready({ created }: { readonly created: Created }) {
  const navigate = useNavigate()
  const open = (): void => void navigate({ to: '/oauth/$client', params: { client: created.client_id } })
  return (
    <OneTimeSecret
      title={created.client_secret === null ? 'The client is ready' : 'Copy the secret now'}
      secret={created.client_secret ?? created.client_id}
      name={created.client_secret === null ? 'client ID' : 'client secret'}
      onDone={open}
    >
      <p>
        {created.client_secret === null
          ? 'A public client has no secret: this is its ID.'
          : 'This is the only time it is shown. If you lose it, rotate it.'}
      </p>
      <ClientSettings client={created} secret={created.client_secret} />
    </OneTimeSecret>
  )
}
