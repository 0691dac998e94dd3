import { defineMachine, type EventOf, type InputOf, type StateOf } from '../kernel/machine.ts'

/**
 * The life of a payment. Its only inputs are chain facts, the clock and the gateway's own payouts; no actor sets a state.
 * `detect` needs sufficient deposits; `vanish` means a deposit that may reappear, `die` one that is proven dead; `sign` and `settle` are
 * the stored and the final forward; `refund` is a final refund. `update` is a visible change that moves no state.
 */
export const paymentMachine = defineMachine({
  initial: 'pending',
  opens: 'payment.created',
  states: {
    pending: {
      detect: { to: 'detected', emits: ['payment.pending'] },
      expire: { to: 'expired', emits: ['payment.expired'] },
      withdraw: { to: 'failed', emits: ['payment.failed'] },
      refund: { to: 'pending', emits: ['payment.refunded'] },
      update: { to: 'pending', emits: ['payment.updated'] },
    },
    detected: {
      include: { to: 'detected', emits: ['payment.confirming'] },
      confirm: { to: 'confirmed', emits: ['payment.completed', 'payment.confirmed'] },
      vanish: { to: 'pending' },
      die: { to: 'failed', emits: ['payment.failed'] },
      withdraw: { to: 'failed', emits: ['payment.failed'] },
      refund: { to: 'detected', emits: ['payment.refunded'] },
      update: { to: 'detected', emits: ['payment.updated'] },
    },
    expired: {
      detect: { to: 'detected', emits: ['payment.pending'] },
      refund: { to: 'expired', emits: ['payment.refunded'] },
      update: { to: 'expired', emits: ['payment.updated'] },
    },
    confirmed: {
      sign: { to: 'forwarding', emits: ['payment.forwarding'] },
      refund: { to: 'confirmed', emits: ['payment.refunded'] },
      update: { to: 'confirmed', emits: ['payment.updated'] },
    },
    forwarding: {
      settle: { to: 'forwarded', emits: ['payment.forwarded'] },
      refund: { to: 'forwarding', emits: ['payment.refunded'] },
      update: { to: 'forwarding', emits: ['payment.updated'] },
    },
    forwarded: {
      refund: { to: 'forwarded', emits: ['payment.refunded'] },
      update: { to: 'forwarded', emits: ['payment.updated'] },
    },
    failed: {
      refund: { to: 'failed', emits: ['payment.refunded'] },
      update: { to: 'failed', emits: ['payment.updated'] },
    },
  },
})

/** One of the seven client-visible statuses. */
export type PaymentState = StateOf<typeof paymentMachine>
/** Input of a payment. */
export type PaymentInput = InputOf<typeof paymentMachine>
/** Events of payments. */
export type PaymentEventName = EventOf<typeof paymentMachine>

/** The seven statuses, for filters and schemas. */
export const paymentStates = Object.keys(paymentMachine.states) as PaymentState[]

/** States whose money is the merchant's: confirmed and later. */
export const completedStates = ['confirmed', 'forwarding', 'forwarded'] as const satisfies readonly PaymentState[]

/** True in a completed state. */
export const isCompleted = (state: PaymentState): boolean => completedStates.some((completed) => completed === state)
