import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, trpc } from '../trpc.ts'
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
import { deliveryState } from './webhooks.tsx'

/** One delivery: what was sent, what the receiver answered, and the way to send it again. */
export function Delivery({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const found = useQuery(trpc.webhooks.portal.delivery.queryOptions({ id }))
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
      <Button onClick={() => redeliver.mutate()} busy={redeliver.isPending && 'Sending…'} disabled={!found.data}>
        Redeliver
      </Button>
    </>
  )
  const shown = found.data?.delivery
  return (
    <Dialog isOpen onClose={onClose} title={shown?.event ?? 'Delivery'} isWide foot={foot}>
      {found.error && <LoadFailed title="The delivery could not be loaded" error={found.error} onRetry={() => void found.refetch()} />}
      {redeliver.error && <Notice state="failed" fact={messageOf(redeliver.error)} isAlert />}
      {shown && (
        <Facts
          rows={[
            ['Delivery', <Badge state={deliveryState(shown.status, shown.attempts)} />],
            ['Attempts', shown.attempts],
            ['Last answer', shown.status_code ?? 'none'],
            found.data?.problem ? ['Problem', found.data.problem.replaceAll('_', ' ')] : null,
            shown.duration_ms === null ? null : ['Took', `${shown.duration_ms} ms`],
            ['Created', <Moment at={shown.created_at} isPrecise />],
            found.data?.delivered_at ? ['Delivered', <Moment at={found.data.delivered_at} isPrecise />] : null,
            shown.next_attempt_at ? ['Next attempt', <Moment at={shown.next_attempt_at} isPrecise />] : null,
            ['Event', <span className="mono">{shown.event_id}</span>],
          ]}
        />
      )}
      {found.data && <Json value={found.data.payload} name="Payload" />}
    </Dialog>
  )
}
