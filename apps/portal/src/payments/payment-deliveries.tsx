import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deliveryState } from '../developers/delivery-state.ts'
import { api, trpc } from '../trpc.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Moment } from '../ui/moment.tsx'
import { Section } from '../ui/page.tsx'
import { Place } from '../ui/place.tsx'
import { messageOf } from '../ui/problem.ts'
import { type Column, Table } from '../ui/table.tsx'
import { toast } from '../ui/toasts.tsx'
import type { Detail } from './payment.tsx'

type Event = Detail['timeline'][number]

/** Which events the payment has written, and what became of their deliveries. */
export function Deliveries({ detail: { timeline } }: { readonly detail: Detail }) {
  const client = useQueryClient()
  const redeliver = useMutation({
    mutationFn: (id: string) => api.webhooks.redeliver.mutate({ id }),
    onSuccess: async () => {
      toast('It is being sent again')
      await client.invalidateQueries({ queryKey: trpc.payments.portal.detail.queryKey() })
    },
    onError: (error) => toast(messageOf(error)),
  })
  const columns: Column<Event>[] = [
    { id: 'sequence', head: '#', isNumber: true, cell: ({ sequence }) => sequence },
    { id: 'type', head: 'Event', place: 'lead', isMain: true, cell: ({ type }) => <span className="mono">{type}</span> },
    { id: 'delivery', head: 'Delivery', place: 'end', cell: (event) => <State event={event} /> },
    { id: 'answer', head: 'Answer', isNumber: true, cell: ({ delivery }) => delivery?.status_code ?? '–' },
    { id: 'at', head: 'Time', place: 'sub', isNumber: true, cell: ({ created_at }) => <Moment at={created_at} isPrecise /> },
    {
      id: 'again',
      head: <span className="sr-only">Actions</span>,
      place: 'sub-end',
      isNumber: true,
      cell: ({ delivery, type }) =>
        delivery && (
          <Button
            size="sm"
            look="ghost"
            aria-label={`Redeliver ${type}`}
            onClick={() => redeliver.mutate(delivery.id)}
            disabled={redeliver.isPending}
          >
            Redeliver
          </Button>
        ),
    },
  ]
  return (
    <Section title="Events and deliveries" aside={<Place to="/b/$business/webhooks">Webhooks</Place>}>
      <div className="card">
        <Table label="Events and deliveries" columns={columns} rows={timeline.toReversed()} keyOf={({ id }) => id} />
      </div>
    </Section>
  )
}

function State({ event: { delivery } }: { readonly event: Event }) {
  if (!delivery) return <span className="hint">not subscribed</span>
  return <Badge state={deliveryState(delivery.status, delivery.attempts)} kind="plain" />
}
