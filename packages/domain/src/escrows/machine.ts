import { defineMachine, type EventOf, type InputOf, type StateOf } from '../kernel/machine.ts'

/**
 * The life of an escrow. `fund`: the whole amount is final. `release` and `refund`: a party, operators, or a deadline has chosen the one outcome.
 * `overrule`: its contract has recorded another end for good, because somebody settled it there first; the chain decides. `settle`: the transaction
 * of the outcome is final.
 */
export const escrowMachine = defineMachine({
  initial: 'created',
  opens: 'escrow.created',
  states: {
    created: {
      fund: { to: 'funded', emits: ['escrow.funded'] },
      expire: { to: 'expired', emits: ['escrow.expired'] },
    },
    funded: {
      release: { to: 'released', emits: ['escrow.released'] },
      refund: { to: 'refunded', emits: ['escrow.refunded'] },
      dispute: { to: 'disputed', emits: ['escrow.disputed'] },
    },
    disputed: {
      release: { to: 'released', emits: ['escrow.released'] },
      refund: { to: 'refunded', emits: ['escrow.refunded'] },
    },
    released: {
      settle: { to: 'settled', emits: ['escrow.settled'] },
      overrule: { to: 'refunded', emits: ['escrow.refunded'] },
    },
    refunded: { settle: { to: 'refunded' }, overrule: { to: 'released', emits: ['escrow.released'] } },
    settled: {},
    expired: { overrule: { to: 'released', emits: ['escrow.released'] } },
  },
})

/** One of the client-visible statuses. */
export type EscrowState = StateOf<typeof escrowMachine>
/** Input of an escrow. */
export type EscrowInput = InputOf<typeof escrowMachine>
/** Events of escrows. */
export type EscrowEventName = EventOf<typeof escrowMachine>

/** The statuses, for filters and schemas. */
export const escrowStates = Object.keys(escrowMachine.states) as EscrowState[]

/** How an escrow ends for its parties; it has one outcome, which only its contract can overrule. */
export type EscrowOutcome = 'release' | 'refund'

/** What a contract has accepted as the proof of an outcome: the decider's signature, the depositor's token, its deadline, or being on another chain. */
export type EscrowExit = 'signature' | 'release_token' | 'deadline' | 'other_chain'
