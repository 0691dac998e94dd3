import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { confirmed } from '../accounts/confirmed.ts'
import { api, trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { fieldErrorsOf, messageOf } from '../ui/problem.ts'
import { toast } from '../ui/toasts.tsx'
import { EventChoice } from './event-choice.tsx'

interface EditEndpointProps {
  readonly businessId: string
  readonly endpoint: { readonly url: string | null; readonly events: readonly string[] }
  readonly onClose: () => void
}

/** The address of the receiver, and the events it gets beside those that always are delivered. */
export function EditEndpoint({ businessId, endpoint, onClose }: EditEndpointProps) {
  const [url, setUrl] = useState(endpoint.url ?? '')
  const [events, setEvents] = useState(endpoint.events)
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: () => confirmed(() => api.businesses.update.mutate({ id: businessId, webhookUrl: url.trim(), webhookEvents: [...events] })),
    onSuccess: async () => {
      toast('Endpoint saved')
      onClose()
      await client.invalidateQueries({ queryKey: trpc.webhooks.pathKey() })
    },
  })
  const errors = fieldErrorsOf(save.error)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Dialog isOpen onClose={onClose} title="Webhook endpoint" isWide>
      {save.error && !errors['webhook_url'] && <Notice state="failed" fact={messageOf(save.error)} isAlert />}
      <form className="stack" onSubmit={submit}>
        <TextField
          label="Address"
          type="url"
          placeholder="https://"
          hint="https, to a public host. An empty address switches webhooks off."
          className="mono"
          value={url}
          error={errors['webhook_url']}
          onChange={(event) => setUrl(event.target.value)}
        />
        <EventChoice events={events} onChange={setEvents} />
        <div className="dialog__foot dialog__foot--form">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" busy={save.isPending && 'Saving…'}>
            Save endpoint
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
