import { useMutation, useQueryClient } from '@tanstack/react-query'
import { confirmed } from '../accounts/confirmed.ts'
import { api, trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Fields } from '../ui/form/fields.tsx'
import { useWireForm } from '../ui/form/use-wire-form.ts'
import { FormRefusal } from '../ui/notice.tsx'
import { toast } from '../ui/toasts.tsx'
import { ClientForm, clientFields, type ClientValues, ScopeBoxes, termsOf } from './client-form.tsx'
import type { OauthClient } from './snippets.tsx'

/** Changes a client, its addresses after a sign-out included. */
export function EditClient({ client, onClose }: { readonly client: OauthClient; readonly onClose: () => void }) {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (values: ClientValues) => {
      const { public: _fixed, ...changes } = termsOf(values)
      return confirmed(() => api.oauth.clients.update.mutate({ id: client.client_id, ...changes }))
    },
    onSuccess: async () => {
      toast('The client is changed.')
      onClose()
      await queries.invalidateQueries({ queryKey: trpc.oauth.pathKey() })
    },
  })
  const form = useWireForm<ClientValues>(ClientForm, valuesOf(client), change.error)
  return (
    <Dialog isOpen onClose={onClose} title={`Edit the client “${client.name}”`} isWide>
      <form className="stack" onSubmit={form.handleSubmit((values) => change.mutate(values))}>
        <FormRefusal fact="The client could not be changed" error={change.error} />
        <Fields form={form} fields={clientFields} />
        <ScopeBoxes form={form} />
        <p className="hint">With a permission less, users who gave it are signed out of the client at once.</p>
        <div className="dialog__foot dialog__foot--form">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" busy={change.isPending && 'Saving…'}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const valuesOf = (client: OauthClient): ClientValues => ({
  name: client.name,
  description: client.description ?? '',
  redirectUris: client.redirect_uris.join('\n'),
  postLogoutRedirectUris: client.post_logout_redirect_uris.join('\n'),
  // A client has only scopes of the list.
  scopes: client.scopes as ClientValues['scopes'],
  kind: client.public ? 'public' : 'confidential',
})
