/** A transition: the next state of an input and its events, in order. */
interface Transition {
  readonly to: string
  readonly emits?: readonly string[]
}

/** A lifecycle as data: the inputs each state accepts. A state without inputs is final. */
export interface Machine {
  readonly initial: string
  /** Emitted when an object is created in its initial state. */
  readonly opens?: string
  readonly states: Readonly<Record<string, Readonly<Record<string, Transition>>>>
}

/** Names of the states of a machine. */
export type StateOf<M extends Machine> = keyof M['states'] & string

/** Names of the inputs of a machine. */
export type InputOf<M extends Machine> = { [S in StateOf<M>]: keyof M['states'][S] }[StateOf<M>] & string

/** Names of the states that accept an input. */
type SourceOf<M extends Machine, I extends InputOf<M>> = {
  [S in StateOf<M>]: I extends keyof M['states'][S] ? S : never
}[StateOf<M>]

/** Name of the state that an input leads to. */
type TargetOf<M extends Machine, I extends InputOf<M>> = {
  [S in StateOf<M>]: I extends keyof M['states'][S] ? ToOf<M['states'][S][I]> : never
}[StateOf<M>]

type ToOf<Row> = Row extends { readonly to: infer To extends string } ? To : never

/** Names of the events of a machine. */
export type EventOf<M extends Machine> = (M extends { readonly opens: infer O extends string } ? O : never) | TransitionEvent<M['states']>

type TransitionEvent<States> = {
  [S in keyof States]: {
    [I in keyof States[S]]: States[S][I] extends { readonly emits: readonly (infer E extends string)[] } ? E : never
  }[keyof States[S]]
}[keyof States]

type ClosedUnder<States> = {
  readonly [S in keyof States]: Readonly<Record<string, { readonly to: keyof States & string; readonly emits?: readonly string[] }>>
}

/** Declares a machine; a `to` that names no state of it does not compile. */
export function defineMachine<const M extends Machine>(machine: M & { readonly states: ClosedUnder<M['states']> }): M {
  return machine
}

/** The result of one accepted input. */
export interface Move<M extends Machine> {
  readonly to: StateOf<M>
  readonly emits: readonly EventOf<M>[]
}

/** The move of an input from a state; undefined when the state rejects it: the caller lost a race or repeats a fact. */
export function findMove<M extends Machine>(machine: M, from: StateOf<M>, input: InputOf<M>): Move<M> | undefined {
  const rows = ownValue(machine.states, from)
  const row = rows && ownValue(rows, input)
  // defineMachine proved that every row names states and events of this machine.
  return row && ({ to: row.to, emits: row.emits ?? [] } as unknown as Move<M>)
}

/** The states that accept an input, and the one that it leads to. */
export interface Transit<M extends Machine, I extends InputOf<M> = InputOf<M>> {
  readonly from: readonly SourceOf<M, I>[]
  readonly to: TargetOf<M, I>
}

/** An input as one guarded write: from any state that accepts it to the only one it leads to. @throws {Error} when it leads to several. */
export function transitOf<M extends Machine, I extends InputOf<M>>(machine: M, input: I): Transit<M, I> {
  const rows = Object.entries(machine.states).flatMap(([from, inputs]) => {
    const row = ownValue(inputs, input)
    return row ? [{ from, to: row.to }] : []
  })
  const [to, ...others] = new Set(rows.map((row) => row.to))
  if (to === undefined || others.length > 0) throw new Error(`${input} does not lead to one state`)
  // The rows are those of this machine that accept the input.
  return { from: rows.map(({ from }) => from), to } as unknown as Transit<M, I>
}

// A word such as `constructor` is on every object's prototype; it is no state and no input.
const ownValue = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

/** States that no input leads to; empty for a well-formed machine. */
export function unreachableStates(machine: Machine): string[] {
  const reached = new Set([machine.initial])
  for (const state of reached) for (const row of Object.values(machine.states[state] ?? {})) reached.add(row.to)
  return Object.keys(machine.states).filter((state) => !reached.has(state))
}

/**
 * The states an object can have after exactly these events, in this order; empty for an impossible history.
 * A silent transition may or may not have happened, so there can be several.
 */
export function statesAfter<M extends Machine>(machine: M, events: readonly string[]): Set<StateOf<M>> {
  const reached = Array.from({ length: events.length + 1 }, () => new Set<string>())
  const follow = (told: number, { to, emits = [] }: Transition): void => {
    if (emits.every((event, place) => event === events[told + place])) reached[told + emits.length]?.add(to)
  }
  follow(0, { to: machine.initial, emits: machine.opens === undefined ? [] : [machine.opens] })
  for (const [told, states] of reached.entries())
    for (const state of states) for (const row of Object.values(machine.states[state] ?? {})) follow(told, row)
  // Only the initial state and targets of rows were added, which defineMachine proved to be states of this machine.
  return (reached.at(-1) ?? new Set()) as Set<StateOf<M>>
}
