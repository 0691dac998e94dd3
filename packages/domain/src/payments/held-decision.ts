import { defineMachine, type StateOf } from '../kernel/machine.ts'

/** What a merchant can decide about money that waits: it counts as the whole amount, or it is sent to the merchant as it is. */
export type DecisionKind = 'accept' | 'forward'

/**
 * The life of a merchant's decision: written by the api, carried out by a role that moves payments, or refused because the money is no longer there.
 * @public The generated lifecycles are drawn from it.
 */
export const decisionMachine = defineMachine({
  initial: 'waiting',
  states: { waiting: { carry_out: { to: 'done' }, refuse: { to: 'refused' } }, done: {}, refused: {} },
})

/** State of a decision. */
export type DecisionState = StateOf<typeof decisionMachine>
