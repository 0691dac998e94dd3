import { defineMachine, type StateOf } from '../kernel/machine.ts'

/** The life of one event on its way to one endpoint. */
export const deliveryMachine = defineMachine({
  initial: 'pending',
  states: {
    pending: { accept: { to: 'delivered' }, retry: { to: 'pending' }, exhaust: { to: 'failed' } },
    delivered: { redeliver: { to: 'pending' } },
    failed: { redeliver: { to: 'pending' } },
  },
})

/** Where a delivery stands. */
export type DeliveryState = StateOf<typeof deliveryMachine>
