import { Eye, Link2Off, Scale } from 'lucide-react'
import { useState } from 'react'
import { confirmed } from '../../accounts/confirmed.ts'
import { api, trpc } from '../../trpc.ts'
import { Ask } from '../../ui/ask.tsx'
import { Button } from '../../ui/button.tsx'
import { NameTransaction } from './name-transaction.tsx'
import { isCancellable, isConfirming, isWatched, type Refund, shownAmount } from './refund.ts'
import { RenewRefund } from './renew-refund.tsx'

type Action = 'name' | 'renew' | 'cancel'

const words: Readonly<Record<Action, string>> = { name: 'Name a transaction…', renew: 'Renew…', cancel: 'Cancel refund…' }

/** What a merchant can do with a refund that it pays; held money is decided about above. */
const actionsOf = (refund: Refund): Action[] => {
  if (refund.paid_by === 'gateway') return []
  if (refund.status === 'expired') return ['renew']
  return [
    ...(isWatched(refund) && !isConfirming(refund) ? (['name'] as const) : []),
    ...(isCancellable(refund) ? (['cancel'] as const) : []),
  ]
}

/** The actions of a refund; each asks first. */
export function RefundActions({ refund }: { readonly refund: Refund }) {
  const [open, setOpen] = useState<Action>()
  const actions = actionsOf(refund)
  const close = (): void => setOpen(undefined)
  return (
    <>
      {actions.length > 0 && (
        <div className="row row--wrap">
          {actions.map((action) => (
            <Button key={action} size="sm" look={action === 'cancel' ? 'quiet-danger' : undefined} onClick={() => setOpen(action)}>
              {words[action]}
            </Button>
          ))}
        </div>
      )}
      {open === 'name' && <NameTransaction refund={refund} onClose={close} />}
      {open === 'renew' && <RenewRefund refund={refund} onClose={close} />}
      {open === 'cancel' && <CancelRefund refund={refund} onClose={close} />}
    </>
  )
}

function CancelRefund({ refund, onClose }: { readonly refund: Refund; readonly onClose: () => void }) {
  const { payment_id: id, id: refundId } = refund
  return (
    <Ask
      title={`Cancel the refund of ${shownAmount(refund)}?`}
      keep="Keep the refund"
      act="Cancel refund"
      busy="Cancelling…"
      isDanger
      done="The refund is cancelled."
      consequences={[
        [Link2Off, 'Both links stop working'],
        [Eye, 'The address is no longer watched: what you send there counts no more'],
        [Scale, refund.amount_paid === '0' ? 'All of it can be refunded anew' : 'What has arrived counts; the rest can be refunded anew'],
      ]}
      work={() => confirmed(() => api.payments.portal.refunds.cancel.mutate({ id, refundId }))}
      changes={trpc.payments.pathKey()}
      onClose={onClose}
    />
  )
}
