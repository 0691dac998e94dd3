import { defineMachine, type InputOf, type StateOf } from '../kernel/machine.ts'

/**
 * The life of a spend intent. Its guard is the row and its constraints, never a workflow id.
 *
 * `hold` names a reason: before a signature it is tried again, after one an operator decides. `finalize` needs no signature of ours, because a
 * stranger may send what a deposit contract allows anybody to send. `orphan` sends the same bytes again. Where it was a stranger's transaction that is
 * orphaned, `reopen` has the payout wait for a signature, because no bytes of ours are on their way; so it does when another transaction has used the nonce of ours. `resume` ends a hold that such a transaction had caused while they were.
 */
export const intentMachine = defineMachine({
  initial: 'planned',
  states: {
    planned: { sign: { to: 'signed' }, hold: { to: 'held' }, finalize: { to: 'final' } },
    held: {
      sign: { to: 'signed' },
      hold: { to: 'held' },
      finalize: { to: 'final' },
      reopen: { to: 'planned' },
      resume: { to: 'broadcast' },
    },
    signed: { broadcast: { to: 'broadcast' }, finalize: { to: 'final' }, hold: { to: 'held' }, reopen: { to: 'planned' } },
    broadcast: { broadcast: { to: 'broadcast' }, finalize: { to: 'final' }, hold: { to: 'held' }, reopen: { to: 'planned' } },
    final: { orphan: { to: 'broadcast' }, reopen: { to: 'planned' } },
  },
})

/** Where an intent stands. */
export type IntentState = StateOf<typeof intentMachine>
/** What can happen to an intent. */
export type IntentInput = InputOf<typeof intentMachine>

/**
 * The life of one signed transaction of an intent, of which at most one is live (`signed`, `broadcast` or `final`) at any moment.
 *
 * `supersede` makes way for a transaction that spends the same nonce or inputs. Either may still be mined: `win` makes the one that a block holds
 * live again. `retire` makes way after a final transaction that did not pay what it should. `die` ends one that is final and did nothing, or that can never
 * be mined because another transaction has used what it needs; that ends its rivals too.
 */
export const attemptMachine = defineMachine({
  initial: 'signed',
  states: {
    signed: { broadcast: { to: 'broadcast' }, supersede: { to: 'superseded' }, finalize: { to: 'final' }, die: { to: 'dead' } },
    broadcast: { broadcast: { to: 'broadcast' }, supersede: { to: 'superseded' }, finalize: { to: 'final' }, die: { to: 'dead' } },
    superseded: { win: { to: 'broadcast' }, die: { to: 'dead' } },
    final: { orphan: { to: 'broadcast' }, retire: { to: 'superseded' } },
    dead: {},
  },
})

/** Where one signed transaction stands; `superseded` and `dead` are no longer live. */
export type AttemptState = StateOf<typeof attemptMachine>
