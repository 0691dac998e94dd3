import type { LightningPaymentEntity } from '@gateway/db/lightning/lightning-payment.entity'
import { lightningSendAdvanced, lightningSendWorkflowId } from '@gateway/workflows/lightning/signals'
import { queues } from '@gateway/workflows/queues'
import type { Enqueued } from '../../outbox/enqueue.ts'

/** What of a send its workflow has to know. */
type Told = Pick<LightningPaymentEntity, 'id' | 'merchantId' | 'mode'>

/** Starts the workflow of a send; a running one is not affected. */
export const startSend = ({ id, merchantId, mode }: Told): Enqueued => ({
  workflowId: lightningSendWorkflowId(id),
  message: {
    workflow: 'lightningSend',
    taskQueue: queues.payments,
    args: [{ paymentId: id }],
    searchAttributes: { MerchantId: merchantId, Mode: mode },
    summary: 'Lightning send',
  },
})

/** Tells the workflow of a send its outcome; one that has not begun yet need not. */
export function signalSend(payment: Told & Pick<LightningPaymentEntity, 'state'>): Enqueued {
  const { workflowId, message } = startSend(payment)
  const signal = { name: lightningSendAdvanced.name, args: [{ state: payment.state }] }
  return { workflowId, message: { ...message, signal, onlyIfRunning: true } }
}
