import { defineMachine, type InputOf, type StateOf } from '../kernel/machine.ts'

/**
 * The life of a payout intent, guarded by its row and constraints, never by a workflow id.
 * `hold` before a signature is retried; after one, an operator decides. `finalize` needs no signature of the gateway, because a third party
 * may flush. `orphan` broadcasts the same bytes again; `reopen` waits for a new signature, after an orphaned third-party flush or when
 * another transaction used the nonce. `resume` returns to the stored bytes once the block that settled or held the payout is gone. `void`: what it
 * would pay has left otherwise for good, or its contract will never pay it; its money is no longer its own, and nothing brings it back.
 */
export const intentMachine = defineMachine({
  initial: 'planned',
  states: {
    planned: { sign: { to: 'signed' }, hold: { to: 'held' }, finalize: { to: 'final' }, void: { to: 'void' } },
    held: {
      sign: { to: 'signed' },
      hold: { to: 'held' },
      finalize: { to: 'final' },
      reopen: { to: 'planned' },
      resume: { to: 'broadcast' },
      void: { to: 'void' },
    },
    signed: {
      broadcast: { to: 'broadcast' },
      finalize: { to: 'final' },
      hold: { to: 'held' },
      reopen: { to: 'planned' },
      void: { to: 'void' },
    },
    broadcast: {
      broadcast: { to: 'broadcast' },
      finalize: { to: 'final' },
      hold: { to: 'held' },
      reopen: { to: 'planned' },
      resume: { to: 'broadcast' },
      void: { to: 'void' },
    },
    final: { orphan: { to: 'broadcast' }, reopen: { to: 'planned' }, resume: { to: 'broadcast' } },
    void: {},
  },
})

/** State of an intent. */
export type IntentState = StateOf<typeof intentMachine>
/** Input of an intent. */
export type IntentInput = InputOf<typeof intentMachine>

/**
 * The life of one attempt of an intent; at most one is live (`signed`, `broadcast` or `final`).
 * `supersede` replaces it by a transaction with the same nonce or inputs; `win` makes the mined one live again. `retire` follows a final
 * transaction that paid less than due. `die` ends an attempt that is final without effect or can never be mined, and its rivals. `orphan` returns
 * it to the nodes when its block is gone.
 */
export const attemptMachine = defineMachine({
  initial: 'signed',
  states: {
    signed: {
      broadcast: { to: 'broadcast' },
      supersede: { to: 'superseded' },
      finalize: { to: 'final' },
      die: { to: 'dead' },
      orphan: { to: 'broadcast' },
    },
    broadcast: {
      broadcast: { to: 'broadcast' },
      supersede: { to: 'superseded' },
      finalize: { to: 'final' },
      die: { to: 'dead' },
      orphan: { to: 'broadcast' },
    },
    superseded: { win: { to: 'broadcast' }, die: { to: 'dead' } },
    final: { orphan: { to: 'broadcast' }, retire: { to: 'superseded' } },
    dead: {},
  },
})

/** Input of an attempt. */
export type AttemptInput = InputOf<typeof attemptMachine>
/** State of an attempt; `superseded` and `dead` are no longer live. */
export type AttemptState = StateOf<typeof attemptMachine>
