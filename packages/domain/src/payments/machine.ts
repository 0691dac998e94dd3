import { defineMachine, type EventOf, type InputOf, type StateOf } from '../kernel/machine.ts'

/**
 * The life of a payment. Nobody commands a state: chain facts, the clock and our own payouts are the only inputs.
 *
 * `detect` needs sufficient deposits; `vanish` and `die` tell a deposit that may come back from one that is proven dead;
 * `sign` and `settle` are our own forward stored and final; `refund` is returned money becoming final.
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
    },
    detected: {
      include: { to: 'detected', emits: ['payment.confirming'] },
      confirm: { to: 'confirmed', emits: ['payment.completed', 'payment.confirmed'] },
      vanish: { to: 'pending' },
      die: { to: 'failed', emits: ['payment.failed'] },
      withdraw: { to: 'failed', emits: ['payment.failed'] },
      refund: { to: 'detected', emits: ['payment.refunded'] },
    },
    expired: {
      detect: { to: 'detected', emits: ['payment.pending'] },
      refund: { to: 'expired', emits: ['payment.refunded'] },
    },
    confirmed: {
      sign: { to: 'forwarding', emits: ['payment.forwarding'] },
      refund: { to: 'confirmed', emits: ['payment.refunded'] },
    },
    forwarding: {
      settle: { to: 'forwarded', emits: ['payment.forwarded'] },
      refund: { to: 'forwarding', emits: ['payment.refunded'] },
    },
    forwarded: { refund: { to: 'forwarded', emits: ['payment.refunded'] } },
    failed: { refund: { to: 'failed', emits: ['payment.refunded'] } },
  },
})

/** One of the seven statuses a client can see. */
export type PaymentState = StateOf<typeof paymentMachine>
/** What can happen to a payment. */
export type PaymentInput = InputOf<typeof paymentMachine>
/** Events of payments. */
export type PaymentEventName = EventOf<typeof paymentMachine>

/** The seven statuses, for filters and schemas. */
export const paymentStates = Object.keys(paymentMachine.states) as PaymentState[]

/** States whose money is the merchant's: confirmed and later. */
export const completedStates = ['confirmed', 'forwarding', 'forwarded'] as const satisfies readonly PaymentState[]

/** True in one of them. */
export const isCompleted = (state: PaymentState): boolean => completedStates.some((completed) => completed === state)
