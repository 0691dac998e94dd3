import type { Business } from '@gateway/domain/businesses/business'
import type { Machine, StateOf } from '@gateway/domain/kernel/machine'
import type { z } from 'zod'

/** What the sample of a webhook test belongs to. */
export interface SampleFor {
  readonly id: string
  readonly business: Business
  readonly at: Date
}

interface Described<Name extends string, Facts, Schema extends z.ZodObject, M extends Machine> {
  readonly name: Name
  readonly view: { readonly schema: Schema; readonly present: (facts: Facts) => z.output<Schema> }
  readonly machine: M
  readonly sample: (state: StateOf<M>, at: SampleFor) => NoInfer<Facts>
}

/** An object whose changes are events; the payload of each is the object flat and under its name. */
export function subject<Name extends string, Facts, Schema extends z.ZodObject, M extends Machine>(of: Described<Name, Facts, Schema, M>) {
  const present = (facts: Facts): Readonly<Record<string, unknown>> => {
    const shown = of.view.present(facts)
    return { ...shown, [of.name]: shown }
  }
  return {
    schema: of.view.schema.extend({ [of.name]: of.view.schema }),
    present,
    sample: (type: string, at: SampleFor) => present(of.sample(stateAfter(of.machine, type), at)),
  }
}

/** The state of an object right after an event. */
function stateAfter<M extends Machine>({ states, initial }: M, type: string): StateOf<M> {
  const moves = Object.values(states).flatMap((inputs) => Object.values(inputs))
  // A machine leads to states of its own.
  return (moves.find(({ emits }) => emits?.includes(type))?.to ?? initial) as StateOf<M>
}
