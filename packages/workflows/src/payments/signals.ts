import type { PaymentState } from '@gateway/domain/payments/machine'
import { defineSignal } from '@temporalio/workflow'

/** One workflow watches over one payment, for life. */
export const paymentWorkflowId = (paymentId: string): string => `payment/${paymentId}`

/** A further round of a payment's forwarding has a workflow of its own. */
export const payoutWorkflowId = (paymentId: string, leg: number): string => `payout/${paymentId}/${leg}`

/** What the workflow of a further round is started with. */
export interface PayoutWorkflowInput {
  readonly paymentId: string
}

/** What a payment's workflow is started with: ids and a deadline, nothing that must stay secret. */
export interface PaymentWorkflowInput {
  readonly paymentId: string
  readonly asset: string
  /** RFC 3339; the window that locks the rate ends here. */
  readonly expiresAt: string
  /** Where the row stands, when this run takes up a payment whose earlier run was lost. */
  readonly known?: PaymentAdvanced
}

/** Where the row stands. `sequence` grows with every change of state, so repeats and late arrivals are ignored. */
export interface PaymentAdvanced {
  readonly sequence: number
  readonly state: PaymentState
}

/** Sent after each committed change that the workflow waits for. */
export const paymentAdvanced = defineSignal<[PaymentAdvanced]>('paymentAdvanced')
