import { defineMachine, type EventOf, type InputOf, type StateOf } from '../kernel/machine.ts'

/**
 * The life of a card payment. `decline`: one attempt was refused, and the customer may try again. `charge`: the processor has the money.
 * `refund_part` and `refund_rest`: a refund succeeded, after which something is left or nothing. `dispute`: the cardholder's bank takes the money
 * back for now; `dispute_again` is the same dispute, after it was won once. `lose` changes nothing that is visible. `restore`, `restore_part` and
 * `restore_rest` return it to the state that its refunds give it, after a won dispute or a failed refund: none, some or all was refunded.
 */
export const cardPaymentMachine = defineMachine({
  initial: 'pending',
  states: {
    pending: {
      decline: { to: 'pending' },
      fail: { to: 'failed' },
      expire: { to: 'expired' },
      charge: { to: 'succeeded', emits: ['card_payment_success'] },
    },
    succeeded: {
      refund_part: { to: 'partially_refunded', emits: ['card_refund'] },
      refund_rest: { to: 'refunded', emits: ['card_refund'] },
      dispute: { to: 'disputed', emits: ['card_dispute_created'] },
      dispute_again: { to: 'disputed' },
    },
    failed: { charge: { to: 'succeeded', emits: ['card_payment_success'] } },
    expired: { charge: { to: 'succeeded', emits: ['card_payment_success'] } },
    partially_refunded: {
      refund_part: { to: 'partially_refunded', emits: ['card_refund'] },
      refund_rest: { to: 'refunded', emits: ['card_refund'] },
      dispute: { to: 'disputed', emits: ['card_dispute_created'] },
      dispute_again: { to: 'disputed' },
      restore: { to: 'succeeded' },
      restore_part: { to: 'partially_refunded' },
    },
    refunded: {
      dispute: { to: 'disputed', emits: ['card_dispute_created'] },
      dispute_again: { to: 'disputed' },
      restore: { to: 'succeeded' },
      restore_part: { to: 'partially_refunded' },
    },
    disputed: {
      // A refund that was under way when the dispute came, and a second dispute of one payment.
      refund_part: { to: 'disputed', emits: ['card_refund'] },
      refund_rest: { to: 'disputed', emits: ['card_refund'] },
      dispute: { to: 'disputed', emits: ['card_dispute_created'] },
      lose: { to: 'disputed' },
      restore: { to: 'succeeded' },
      restore_part: { to: 'partially_refunded' },
      restore_rest: { to: 'refunded' },
    },
  },
})

/** One of the client-visible statuses. */
export type CardPaymentState = StateOf<typeof cardPaymentMachine>
/** Input of a card payment. */
export type CardPaymentInput = InputOf<typeof cardPaymentMachine>
/** Events of card payments that its own machine emits. */
export type CardPaymentEventName = EventOf<typeof cardPaymentMachine>

/** The statuses, for filters and schemas. */
export const cardPaymentStates = Object.keys(cardPaymentMachine.states) as CardPaymentState[]
