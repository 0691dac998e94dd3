import { defineMachine, type EventOf, type InputOf, type StateOf } from '../kernel/machine.ts'

/**
 * The life of an escrow series. `charge` opens one child; `complete` follows the child of the last period in the same transaction.
 * Nothing is emitted at creation itself: period 1 is a `charge` like every other, at once or with the next accepted rate.
 * A command that names the present status moves nothing.
 */
export const seriesMachine = defineMachine({
  initial: 'active',
  states: {
    active: {
      charge: { to: 'active', emits: ['series.charged'] },
      complete: { to: 'completed', emits: ['series.completed'] },
      pause: { to: 'paused', emits: ['series.paused'] },
      cancel: { to: 'cancelled', emits: ['series.cancelled'] },
    },
    paused: {
      resume: { to: 'active', emits: ['series.resumed'] },
      cancel: { to: 'cancelled', emits: ['series.cancelled'] },
    },
    completed: {},
    cancelled: {},
  },
})

/** One of the four client-visible statuses. */
export type SeriesState = StateOf<typeof seriesMachine>
/** Input of a series. */
export type SeriesInput = InputOf<typeof seriesMachine>
/** Events of series. */
export type SeriesEventName = EventOf<typeof seriesMachine>

/** The four statuses, for filters and schemas. */
export const seriesStates = Object.keys(seriesMachine.states) as SeriesState[]
