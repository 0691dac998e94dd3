import type { LookMarks } from '@gateway/db/ledger/invariant-run.entity'
import type { PauseScope } from '@gateway/domain/custody/pause'
import { type RawBuilder, sql } from 'kysely'

/** A row that breaks an invariant, with whatever else helps to find the fault. */
export type ViolationRow = Readonly<Record<string, unknown>> & {
  /** What must not be paid out any more. */
  readonly scope: PauseScope
  /** Names the fault and its size: the same text as long as it is the same fault. Ids and amounts only. */
  readonly hit: string
}

/** From where on a look goes; undefined for a look at everything. */
export type Since = LookMarks | undefined

/** A sentence about the records that is always true, and the query that finds the rows for which it is not. */
export interface Invariant {
  /** The name of the safety design. */
  readonly id: string
  readonly sentence: string
  /** Finds no row while the sentence is true. With `since` it reads what is new by index, however much there is. */
  find(since: Since): RawBuilder<ViolationRow>
}

/** How the book names the payout of the row `intent`. A later round of its postings carries a number: see `postingRef` in settle-intents. */
export const INTENT_REF = sql`intent.id::text || CASE intent.posting WHEN 0 THEN '' ELSE '#' || intent.posting END`

/** A condition that holds only where the look is at what is new. */
export const within = (since: Since, condition: (marks: LookMarks) => RawBuilder<unknown>): RawBuilder<unknown> =>
  since ? condition(since) : sql`true`
