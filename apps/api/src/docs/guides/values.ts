import type { Markup } from '@gateway/pages/html'
import type { Ink } from '../ink/inked.ts'

/** A part of a guide that is made from the code, by the name that stands in a line of its own: `@statuses`. */
export type GuideParts = Readonly<Record<string, (ink: Ink) => Markup>>

/** The values of guides. */
export interface GuideValues {
  /** Texts, by the name that stands in two braces: `{{origin}}`. */
  readonly facts: Readonly<Record<string, string>>
  readonly parts: GuideParts
}

/** A value by its name. @throws {Error} when there is none. */
export function valueOf<Value>(values: Readonly<Record<string, Value>>, name: string): Value {
  const value = values[name]
  if (value === undefined) throw new Error(`the guides have no ${name}`)
  return value
}
