import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, type Outputs, trpc } from '../trpc.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LoadFailed } from '../ui/empty.tsx'
import { Facts } from '../ui/facts.tsx'
import { Json } from '../ui/json.tsx'
import { Moment } from '../ui/moment.tsx'
import { messageOf } from '../ui/problem.ts'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toasts.tsx'
import { deliveryState } from './delivery-state.ts'
import { Redeliver } from './redeliver.tsx'

const MOVING_MS = 2_000

/** One delivery: its payload, the answer of the receiver, and the way to send it again. */
export function Delivery({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const found = useQuery(
    trpc.webhooks.portal.delivery.queryOptions(
      { id },
      { refetchInterval: ({ state }) => (state.data?.delivery.status === 'pending' ? MOVING_MS : false) },
    ),
  )
  const client = useQueryClient()
  const redeliver = useMutation({
    mutationFn: () => api.webhooks.redeliver.mutate({ id }),
    onSuccess: async () => {
      toast('It is being sent again')
      await client.invalidateQueries({ queryKey: trpc.webhooks.pathKey() })
    },
  })
  const foot = (
    <>
      <Button onClick={onClose}>Close</Button>
      <Redeliver delivery={found.data?.delivery} isBusy={redeliver.isPending} onPress={() => redeliver.mutate()} />
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={found.data?.delivery.event ?? 'Delivery'} isWide foot={foot}>
      {found.error && <LoadFailed title="The delivery could not be loaded" error={found.error} onRetry={() => void found.refetch()} />}
      {redeliver.error && <Notice state="failed" fact={messageOf(redeliver.error)} isAlert />}
      {found.data && <DeliveryFacts detail={found.data} />}
      {found.data && <Json value={found.data.payload} name="Payload" />}
    </Dialog>
  )
}

function DeliveryFacts({ detail: { delivery, problem, delivered_at } }: { readonly detail: Outputs['webhooks']['portal']['delivery'] }) {
  return (
    <Facts
      rows={[
        ['Delivery', <Badge state={deliveryState(delivery.status, delivery.attempts)} />],
        ['Attempts', delivery.attempts],
        ['Last answer', delivery.status_code ?? 'none'],
        problem !== null && ['Problem', problem.replaceAll('_', ' ')],
        delivery.duration_ms !== null && ['Took', `${delivery.duration_ms} ms`],
        ['Created', <Moment at={delivery.created_at} isPrecise />],
        delivered_at !== null && ['Delivered', <Moment at={delivered_at} isPrecise />],
        delivery.next_attempt_at !== null && ['Next attempt', <Moment at={delivery.next_attempt_at} isPrecise />],
        ['Event', <span className="mono">{delivery.event_id}</span>],
      ]}
    />
  )
}
