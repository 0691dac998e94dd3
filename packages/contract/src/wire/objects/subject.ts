import type { Business } from '@gateway/domain/businesses/business'
import type { EventOf, Machine, StateOf } from '@gateway/domain/kernel/machine'
import type { z } from 'zod'

/** What the sample of a webhook test belongs to. */
export interface SampleFor {
  readonly id: string
  readonly business: Business
  readonly at: Date
}

/** What receivers know of an event. */
export interface EventRow {
  /** Whether it is always delivered, or only to a business that subscribed to it by name or with `*`. */
  readonly delivery: 'default' | 'opt-in'
  /** API version that introduced it. */
  readonly since: string
  readonly description: string
  /** Which event of an object it usually is, from 1; examples have this number. */
  readonly nth: number
}

/** Rows of this kind are in every version of the interface so far. */
export const always = { delivery: 'default', since: '2026-10-01' } as const
/** Rows of this kind too. */
export const asked = { delivery: 'opt-in', since: '2026-10-01' } as const

/** An object whose changes are events. */
export interface Subject {
  /** The members of `data` of an event. */
  readonly schemaOf: (type: string) => z.ZodObject
  readonly events: Readonly<Record<string, EventRow>>
  /** The data of a sample event. */
  readonly sample: (type: string, at: SampleFor) => Readonly<Record<string, unknown>>
}

interface Described<Name extends string, Facts, Schema extends z.ZodObject, M extends Machine> {
  readonly name: Name
  readonly view: { readonly schema: Schema; readonly present: (facts: Facts) => z.output<Schema> }
  readonly machine: M
  /** A row for each event; one that is missing does not compile. */
  readonly events: Readonly<Record<EventOf<M>, EventRow>>
  readonly sample: (state: StateOf<M>, at: SampleFor) => NoInfer<Facts>
}

/** An object whose changes are events; the payload of each is the object flat and under its name. */
export function subject<Name extends string, Facts, Schema extends z.ZodObject, M extends Machine>(of: Described<Name, Facts, Schema, M>) {
  const { schemaOf, present } = payloadOf(of)
  return {
    schemaOf,
    events: of.events,
    present,
    sample: (type: string, at: SampleFor) => present(of.sample(stateAfter(of.machine, type), at)),
  }
}

/** The payload of every event of an object: the object flat and under its name. */
export function payloadOf<Facts, Schema extends z.ZodObject>({
  name,
  view,
}: Pick<Described<string, Facts, Schema, Machine>, 'name' | 'view'>) {
  const schema = view.schema.extend({ [name]: view.schema })
  const present = (facts: Facts): Readonly<Record<string, unknown>> => {
    const shown = view.present(facts)
    return { ...shown, [name]: shown }
  }
  return { schemaOf: () => schema, present }
}

/** The state of an object right after an event. */
function stateAfter<M extends Machine>({ states, initial }: M, type: string): StateOf<M> {
  const moves = Object.values(states).flatMap((inputs) => Object.values(inputs))
  // A machine leads to states of its own.
  return (moves.find(({ emits }) => emits?.includes(type))?.to ?? initial) as StateOf<M>
}
