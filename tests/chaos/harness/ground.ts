import type { Journal } from './journal.ts'

/** What a run stands on. */
export interface Ground {
  /** Everything that is written down. */
  readonly folder: string
  readonly journal: Journal
  /** How to end what was started, in the order of starting. */
  readonly ends: (() => unknown)[]
}
