import { defineMachine, type InputOf, type StateOf } from '../kernel/machine.ts'

/**
 * The life of a Lightning payment, in and out. `settle`: the node has the money, or has paid it and shows the preimage. `fail`: proven that no money moved
 * and none will. Whatever is in doubt stays pending.
 */
export const lightningMachine = defineMachine({
  initial: 'pending',
  states: {
    pending: { settle: { to: 'settled', emits: ['lightning.payment.settled'] }, fail: { to: 'failed' } },
    settled: {},
    failed: {},
  },
})

/** One of the client-visible statuses. */
export type LightningState = StateOf<typeof lightningMachine>
/** Input of a Lightning payment. */
export type LightningInput = InputOf<typeof lightningMachine>

/** The statuses, for filters and schemas. */
export const lightningStates = Object.keys(lightningMachine.states) as LightningState[]
