import { CreateClientInput, UpdateClientInput } from '@gateway/contract/invoices/client-inputs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useBusinessId } from '../../businesses/use-business.ts'
import { api, once, trpc } from '../../trpc.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Fields } from '../../ui/form/fields.tsx'
import { useWireForm } from '../../ui/form/use-wire-form.ts'
import { FormRefusal } from '../../ui/notice.tsx'
import { toast } from '../../ui/toasts.tsx'
import { clientFields, type ClientValues, type Client, changeOf, creationOf, valuesOf } from './client-values.ts'

interface ClientDialogProps {
  /** The client to change; a new one without. */
  readonly client?: Client
  readonly onClose: () => void
  readonly onSaved?: (client: Client) => void
}

/** A new client, or one that is changed; the form stands apart from the page, whose own form may be open. */
export function ClientDialog({ client, onClose, onSaved }: ClientDialogProps) {
  const save = useSaving({ client, onClose, onSaved })
  const schema = client
    ? z.preprocess((form) => changeOf(client.id, form as ClientValues), UpdateClientInput)
    : z.preprocess((form) => creationOf(form as ClientValues), CreateClientInput)
  const form = useWireForm<ClientValues>(schema, valuesOf(client), save.error)
  return (
    <Dialog isOpen onClose={onClose} title={client ? `Change ${client.name}` : 'New client'} isWide>
      <form
        className="stack"
        onSubmit={(event) => {
          // The dialog may stand in the form of an invoice, which this does not send.
          event.stopPropagation()
          void form.handleSubmit((values) => save.mutate(values))(event)
        }}
      >
        <FormRefusal fact="The client could not be saved" error={save.error} />
        <div className="form-pair">
          <Fields form={form} fields={clientFields} />
        </div>
        {client && <p className="hint">Drafts follow the change. Invoices that were sent keep their copy.</p>}
        <div className="dialog__foot dialog__foot--form">
          <Button onClick={onClose}>{client ? 'Keep as it is' : 'Create none'}</Button>
          <Button look="primary" type="submit" busy={save.isPending && 'Saving…'}>
            {client ? 'Save client' : 'Create client'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Sends the form, once however often it is pressed. */
function useSaving({ client, onClose, onSaved }: { readonly [Name in keyof Required<ClientDialogProps>]: ClientDialogProps[Name] }) {
  const businessId = useBusinessId()
  const queries = useQueryClient()
  const [key] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: (values: ClientValues) =>
      client
        ? api.invoices.clients.update.mutate(changeOf(client.id, values) as never)
        : api.invoices.clients.create.mutate({ ...creationOf(values), businessId } as never, once(key)),
    onSuccess: async ({ client: saved }) => {
      await queries.invalidateQueries({ queryKey: trpc.invoices.pathKey() })
      toast('The client is saved.')
      onSaved?.(saved)
      onClose()
    },
  })
}
