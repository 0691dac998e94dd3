import type { Answer } from '../server/answer.ts'
import type { World } from '../state/world.ts'

/** A visit of a hosted page. */
export interface Visit {
  readonly world: World
  readonly method: string
  readonly ids: readonly string[]
  /** Members of the sent form. */
  readonly form: Readonly<Record<string, string>>
  /** The visitor is a program that reads JSON. */
  readonly acceptsJson: boolean
}

/** A hosted page; `:` marks a part that varies. */
export interface PageRoute {
  readonly path: string
  readonly visit: (visit: Visit) => Answer
}
