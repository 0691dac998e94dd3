import type { Payment } from '@gateway/domain/payments/payment'
import type { PaymentState } from '@gateway/domain/payments/machine'
import { type PaymentAdvanced, paymentAdvanced, paymentWorkflowId } from '@gateway/workflows/payments/signals'
import { queues } from '@gateway/workflows/queues'
import type { Enqueued } from '../outbox/enqueue.ts'

type Told = Pick<Payment, 'id' | 'merchantId' | 'chain' | 'asset' | 'mode' | 'expiresAt'>

/** Starts the workflow that waits for a payment. Ids, enum values and the expiry only: it is stored and shown in clear. */
export const startPayment = (payment: Told): Enqueued => ({
  workflowId: paymentWorkflowId(payment.id),
  message: {
    workflow: 'payment',
    taskQueue: queues.payments,
    args: [{ paymentId: payment.id, asset: payment.asset, expiresAt: payment.expiresAt.toISOString() }],
    searchAttributes: {
      MerchantId: payment.merchantId,
      Chain: payment.chain,
      Asset: payment.asset,
      Mode: payment.mode,
      ExpiresAt: payment.expiresAt.toISOString(),
    },
    summary: `${payment.asset} payment, window until ${payment.expiresAt.toISOString()}`,
  },
})

type Moved = Told & { readonly state: PaymentState; readonly eventSequence: number }

/**
 * Tells a payment's workflow where its row stands, and starts it if there is none: its run was lost, or the window had ended and the deposit
 * came late.
 */
export function signalPayment(payment: Moved): Enqueued {
  const { workflowId, message } = startPayment(payment)
  return { workflowId, message: { ...message, signal: { name: paymentAdvanced.name, args: [standOf(payment)] }, mayRunAgain: true } }
}

/** Starts a payment's workflow again from where its row stands; one that runs is left alone and its history does not grow. */
export function restartPayment(payment: Moved): Enqueued {
  const { workflowId, message } = startPayment(payment)
  return { workflowId, message: { ...message, args: message.args.map((input) => ({ ...input, known: standOf(payment) })) } }
}

const standOf = ({ eventSequence, state }: Moved) => ({ sequence: eventSequence, state }) satisfies PaymentAdvanced
