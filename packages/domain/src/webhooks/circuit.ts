import { defineMachine, findMove, type StateOf } from '../kernel/machine.ts'

/**
 * The circuit of an endpoint: full speed; occasional attempts while it is down; one a second while it recovers; switched off. No state
 * drops a delivery; due ones wait.
 * @public The generated lifecycles are drawn from it.
 */
export const circuitMachine = defineMachine({
  initial: 'closed',
  states: {
    closed: { accept: { to: 'closed' }, fail: { to: 'closed' }, trip: { to: 'open' }, disable: { to: 'disabled' } },
    open: { accept: { to: 'half_open' }, fail: { to: 'open' }, disable: { to: 'disabled' } },
    half_open: { accept: { to: 'half_open' }, recover: { to: 'closed' }, fail: { to: 'open' }, disable: { to: 'disabled' } },
    disabled: { enable: { to: 'closed' } },
  },
})

/** State of an endpoint's circuit. */
export type CircuitState = StateOf<typeof circuitMachine>

/** An endpoint's circuit with its counters. */
export interface Circuit {
  readonly state: CircuitState
  /** Failed attempts since the last accepted one. */
  readonly failures: number
  /** The first failed delivery among them, and whether another one has failed since. */
  readonly failedDeliveryId: string | null
  readonly failsSeveral: boolean
  /** Accepted attempts while half-open. */
  readonly successes: number
  /** Number of pauses since it opened. */
  readonly pauses: number
  /** When the next attempt may start; null while closed. */
  readonly turnAt: Date | null
  /** Since when deliveries have waited without a success. */
  readonly failingSince: Date | null
}

/** The result of an attempt, as far as it concerns the endpoint. */
export interface Outcome {
  readonly deliveryId: string
  readonly at: Date
  readonly answer: 'accepted' | 'failed' | 'gone'
  /** No delivery is left for the endpoint, because this attempt was its last. */
  readonly leavesNothing: boolean
}

/** The operator's settings. */
export interface CircuitRules {
  /** Consecutive failures, of more than one delivery, that open the circuit. */
  readonly failures: number
  /** Concurrent requests to one endpoint. */
  readonly parallel: number
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
const STEP_MS = SECOND
const SUCCESSES = 10
const DISABLE_AFTER_MS = 5 * DAY
// An hour and a tenth: hourly attempts after the ten that opened the circuit would be more than 80 in three days.
const LONGEST_PAUSE_MS = 66 * MINUTE

/** Defaults, unless an operator sets others. */
export const circuitRules: CircuitRules = { failures: 10, parallel: 8 }

/** The circuit of an endpoint without failures. */
export const closedCircuit: Circuit = {
  state: 'closed',
  failures: 0,
  failedDeliveryId: null,
  failsSeveral: false,
  successes: 0,
  pauses: 0,
  turnAt: null,
  failingSince: null,
}

/** Allowed concurrent requests; few enough that they cannot fail more often than it takes to open the circuit. */
export function roomOf({ state, failures }: Circuit, { parallel, failures: most }: CircuitRules): number {
  return state === 'closed' ? Math.max(1, Math.min(parallel, most - failures)) : 1
}

/** The circuit after an attempt; unchanged when it is switched off. */
export function afterOutcome(circuit: Circuit, outcome: Outcome, rules: CircuitRules): Circuit {
  const move = findMove(circuitMachine, circuit.state, inputOf(circuit, outcome, rules))
  if (!move) return circuit
  if (move.to === 'disabled') return { ...closedCircuit, state: 'disabled' }
  return outcome.answer === 'accepted' ? afterSuccess(circuit, move.to, outcome.at) : afterFailure(circuit, move.to, outcome)
}

function inputOf(circuit: Circuit, { deliveryId, at, answer }: Outcome, rules: CircuitRules) {
  if (answer === 'gone') return 'disable'
  if (answer === 'accepted') return circuit.state === 'half_open' && circuit.successes + 1 >= SUCCESSES ? 'recover' : 'accept'
  if (circuit.failingSince && at.getTime() - circuit.failingSince.getTime() >= DISABLE_AFTER_MS) return 'disable'
  const trips = circuit.failures + 1 >= rules.failures && failsSeveral(circuit, deliveryId)
  return circuit.state === 'closed' && trips ? 'trip' : 'fail'
}

const failsSeveral = ({ failsSeveral: already, failedDeliveryId }: Circuit, deliveryId: string): boolean =>
  already || (failedDeliveryId !== null && failedDeliveryId !== deliveryId)

function afterSuccess(circuit: Circuit, state: CircuitState, at: Date): Circuit {
  if (state === 'closed') return closedCircuit
  const successes = circuit.state === 'half_open' ? circuit.successes + 1 : 0
  return { ...closedCircuit, state, successes, turnAt: after(at, STEP_MS) }
}

function afterFailure(circuit: Circuit, state: CircuitState, { deliveryId, at, leavesNothing }: Outcome): Circuit {
  const pauses = circuit.state === 'open' ? circuit.pauses + 1 : 1
  return {
    state,
    failures: circuit.failures + 1,
    failedDeliveryId: circuit.failedDeliveryId ?? deliveryId,
    failsSeveral: failsSeveral(circuit, deliveryId),
    successes: 0,
    pauses: state === 'open' ? pauses : 0,
    turnAt: state === 'open' ? after(at, Math.min(MINUTE * 2 ** (pauses - 1), LONGEST_PAUSE_MS)) : null,
    failingSince: leavesNothing ? null : (circuit.failingSince ?? at),
  }
}

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
