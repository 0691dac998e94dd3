import { defineMachine, type EventOf, type InputOf, type StateOf } from '../kernel/machine.ts'

/**
 * The life of a card escrow, beside that of its payment, which announces everything but the release. `fund`: the platform was charged. `release`:
 * the one transfer to the merchant is planned; `isReleasable` says whether there may be one. `lose` and `lose_part`: the bank keeps the money of a dispute,
 * after which nothing is left or something.
 * `restore`, `restore_part`, `restore_rest` and `restore_release` return it to the state that its refunds and its transfer give it, after a won
 * dispute or a failed refund. `revoke` and `revoke_part`: the processor has refused the transfer, so nothing has left, and it is held as before.
 */
export const cardEscrowMachine = defineMachine({
  initial: 'created',
  states: {
    created: { fund: { to: 'funded' }, expire: { to: 'expired' } },
    expired: { fund: { to: 'funded' } },
    funded: {
      release: { to: 'released', emits: ['card_escrow_release'] },
      refund_part: { to: 'partially_refunded' },
      refund_rest: { to: 'refunded' },
      dispute: { to: 'disputed' },
    },
    released: {
      refund_part: { to: 'partially_refunded' },
      refund_rest: { to: 'refunded' },
      lose: { to: 'refunded' },
      lose_part: { to: 'partially_refunded' },
      revoke: { to: 'funded' },
      revoke_part: { to: 'partially_refunded' },
    },
    partially_refunded: {
      release: { to: 'released', emits: ['card_escrow_release'] },
      refund_part: { to: 'partially_refunded' },
      refund_rest: { to: 'refunded' },
      dispute: { to: 'disputed' },
      // After a release, when nothing is held that a dispute could stop, and after a second loss of one dispute.
      lose: { to: 'refunded' },
      lose_part: { to: 'partially_refunded' },
      restore: { to: 'funded' },
      restore_part: { to: 'partially_refunded' },
      restore_release: { to: 'released' },
    },
    refunded: {
      dispute: { to: 'disputed' },
      restore: { to: 'funded' },
      restore_part: { to: 'partially_refunded' },
      restore_release: { to: 'released' },
    },
    disputed: {
      refund_part: { to: 'disputed' },
      refund_rest: { to: 'disputed' },
      lose: { to: 'refunded' },
      lose_part: { to: 'partially_refunded' },
      restore: { to: 'funded' },
      restore_part: { to: 'partially_refunded' },
      restore_rest: { to: 'refunded' },
    },
  },
})

/** One of the client-visible statuses. */
export type CardEscrowState = StateOf<typeof cardEscrowMachine>
/** Input of a card escrow. */
export type CardEscrowInput = InputOf<typeof cardEscrowMachine>
/** The event that only an escrow emits. */
export type CardEscrowEventName = EventOf<typeof cardEscrowMachine>

/** The statuses, for filters and schemas. */
export const cardEscrowStates = Object.keys(cardEscrowMachine.states) as CardEscrowState[]
