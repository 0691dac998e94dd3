import type { Payment } from '@gateway/domain/payments/payment'
import type { PaymentState } from '@gateway/domain/payments/machine'
import { endedPayment, type PaymentAdvanced, paymentAdvanced, paymentWorkflowId } from '@gateway/workflows/payments/signals'
import { queues } from '@gateway/workflows/queues'
import type { Enqueued } from '../../outbox/enqueue.ts'

type Told = Pick<Payment, 'id' | 'merchantId' | 'chain' | 'asset' | 'mode' | 'expiresAt'>

/** Starts the workflow of a payment. Ids, enum values and the expiry only: arguments are stored and shown in clear. */
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

/** A payment with the number of its last state change. */
export type StateChange = Told & { readonly state: PaymentState; readonly stateVersion: number }

/**
 * Signals a payment's state to its workflow, and starts it if there is none: its run was lost, or a late deposit came after its end. An ended payment
 * needs no run, so its signal only reaches a running one.
 */
export function signalPayment(payment: StateChange): Enqueued {
  const { workflowId, message } = startPayment(payment)
  return {
    workflowId,
    message: {
      ...message,
      signal: { name: paymentAdvanced.name, args: [stateVersionOf(payment)] },
      ...(endedPayment.has(payment.state) ? { onlyIfRunning: true } : { mayRunAgain: true }),
    },
  }
}

/** Starts a payment's workflow again from its current state; a running one is not affected. */
export function restartPayment(payment: StateChange): Enqueued {
  const { workflowId, message } = startPayment(payment)
  return { workflowId, message: { ...message, args: message.args.map((input) => ({ ...input, known: stateVersionOf(payment) })) } }
}

/** The current state as the workflow's message. */
export const stateVersionOf = ({ stateVersion, state }: Pick<StateChange, 'stateVersion' | 'state'>) =>
  ({ sequence: stateVersion, state }) satisfies PaymentAdvanced
