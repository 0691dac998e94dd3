import { defineMachine, type InputOf, type StateOf } from '../kernel/machine.ts'

/**
 * The life of a spend intent. Its guard is the row and its constraints, never a workflow id.
 *
 * `hold` names a reason and is tried again; `see` is our own transaction in a block, whoever broadcast it; `orphan` sends the same bytes again.
 */
export const intentMachine = defineMachine({
  initial: 'planned',
  states: {
    planned: { sign: { to: 'signed' }, hold: { to: 'held' }, finalize: { to: 'final' } },
    held: { sign: { to: 'signed' }, hold: { to: 'held' }, finalize: { to: 'final' } },
    signed: { broadcast: { to: 'broadcast' }, finalize: { to: 'final' }, fail: { to: 'planned' } },
    broadcast: { broadcast: { to: 'broadcast' }, finalize: { to: 'final' }, fail: { to: 'planned' } },
    final: { orphan: { to: 'broadcast' } },
  },
})

/** Where an intent stands. */
export type IntentState = StateOf<typeof intentMachine>
/** What can happen to an intent. */
export type IntentInput = InputOf<typeof intentMachine>

/** Where one signed transaction stands; `superseded` and `dead` are no longer live. */
export type AttemptState = 'signed' | 'broadcast' | 'final' | 'superseded' | 'dead'
