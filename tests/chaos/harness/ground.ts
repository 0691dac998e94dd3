import type { BuiltPrograms } from '@gateway/scripts/stack/programs'
import type { Journal } from './journal.ts'

/** The base of a run. */
export interface Ground {
  /** The journal of the run. */
  readonly folder: string
  readonly journal: Journal
  /** Functions that end the started parts, in order of starting. */
  readonly ends: (() => unknown)[]
  /** Programs of the gateway; they are built where there are none. */
  readonly built?: BuiltPrograms | undefined
}
