import type { PaymentState } from '@gateway/domain/payments/machine'
import { defineSignal } from '@temporalio/workflow'

/** One workflow per payment, for its whole life. */
export const paymentWorkflowId = (paymentId: string): string => `payment/${paymentId}`

/** The input of a payment's workflow: ids and a deadline, nothing secret. */
export interface PaymentWorkflowInput {
  readonly paymentId: string
  readonly asset: string
  /** RFC 3339; end of the payment window, which locks the rate. */
  readonly expiresAt: string
  /** The state of the row, when this run replaces a lost one. */
  readonly known?: PaymentAdvanced
}

/** The state of the row. `sequence` grows with every change of state, so repeated and late signals are ignored. */
export interface PaymentAdvanced {
  readonly sequence: number
  readonly state: PaymentState
}

/** A payment in one of these states needs no run; a late deposit starts another. */
export const endedPayment: ReadonlySet<PaymentState> = new Set<PaymentState>(['forwarded', 'expired', 'failed'])

/** Sent after each committed change that the workflow waits for. */
export const paymentAdvanced = defineSignal<[PaymentAdvanced]>('paymentAdvanced')
