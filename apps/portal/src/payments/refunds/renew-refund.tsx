import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Eye, Link2, Scale } from 'lucide-react'
import { confirmed } from '../../accounts/confirmed.ts'
import { api, trpc } from '../../trpc.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Consequences } from '../../ui/consequences.tsx'
import { messageOf } from '../../ui/problem.ts'
import { type Refund, shownAmount } from './refund.ts'
import { RefundLinks } from './refund-links.tsx'

/** Offers an expired refund again, and shows its new links once. */
export function RenewRefund({ refund, onClose }: { readonly refund: Refund; readonly onClose: () => void }) {
  const client = useQueryClient()
  const { payment_id: id, id: refundId } = refund
  const call = useMutation({
    mutationFn: () => confirmed(() => api.payments.portal.refunds.renew.mutate({ id, refundId })),
    onSettled: () => client.invalidateQueries({ queryKey: trpc.payments.pathKey() }),
  })
  if (call.data) return <RefundLinks refund={call.data.refund} onDone={onClose} />
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Renew the refund of ${shownAmount(refund)}?`}
      keep="Leave it"
      act="Renew refund"
      busy="Renewing…"
      isBusy={call.isPending}
      onAct={() => call.mutate()}
      error={call.error ? messageOf(call.error) : undefined}
    >
      <Consequences
        rows={[
          [Link2, 'You get new links; the former ones stay without effect'],
          [
            Eye,
            refund.address === null ? 'Your customer can name an address again' : 'The address of your customer is watched from now on',
          ],
          [Scale, 'The amount stays the same, and takes part again in what can be refunded'],
        ]}
      />
    </ConfirmDialog>
  )
}
