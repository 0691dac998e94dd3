import { useNavigate } from '@tanstack/react-router'
import { KeyRound, Lock, Users } from 'lucide-react'
import { useState } from 'react'
import { confirmed } from '../accounts/confirmed.ts'
import { api, trpc } from '../trpc.ts'
import { Ask } from '../ui/ask.tsx'
import { Button } from '../ui/button.tsx'
import { EditClient } from './edit-client.tsx'
import { RotateClientSecret } from './rotate-client-secret.tsx'
import type { OauthClient } from './snippets.tsx'

type Asked = 'edit' | 'rotate' | 'delete'

/** What can be done with a client. */
export function ClientActions({ client }: { readonly client: OauthClient }) {
  const [asked, setAsked] = useState<Asked>()
  const close = (): void => setAsked(undefined)
  return (
    <div className="row row--wrap">
      <Button onClick={() => setAsked('edit')}>Edit…</Button>
      {!client.public && <Button onClick={() => setAsked('rotate')}>Rotate secret…</Button>}
      <Button look="quiet-danger" onClick={() => setAsked('delete')}>
        Delete…
      </Button>
      {asked === 'edit' && <EditClient client={client} onClose={close} />}
      {asked === 'rotate' && <RotateClientSecret client={client} onClose={close} />}
      {asked === 'delete' && <DeleteClient client={client} onClose={close} />}
    </div>
  )
}

/** Asks before a client is deleted: nobody signs in with it any more. */
function DeleteClient({ client, onClose }: { readonly client: OauthClient; readonly onClose: () => void }) {
  const navigate = useNavigate()
  const work = async (): Promise<void> => {
    await confirmed(() => api.oauth.clients.delete.mutate({ id: client.client_id }))
    await navigate({ to: '/oauth' })
  }
  return (
    <Ask
      onClose={onClose}
      title={`Delete the client “${client.name}”?`}
      keep="Keep client"
      act="Delete client"
      busy="Deleting…"
      isDanger
      word={client.name}
      work={work}
      done={`Client “${client.name}” deleted`}
      changes={trpc.oauth.clients.list.queryKey()}
      consequences={[
        [Users, 'Nobody signs in with it any more'],
        [KeyRound, 'Every token of its users is dead at once'],
        [Lock, 'Cannot be undone. Payments that it created are not affected'],
      ]}
    />
  )
}
