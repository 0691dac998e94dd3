import type { LookMarks } from '@gateway/db/ledger/invariant-run.entity'
import type { PauseScope } from '@gateway/domain/custody/pause'
import { type RawBuilder, sql } from 'kysely'

/** A violation, with further columns that help to find its cause. */
export type ViolationRow = Readonly<Record<string, unknown>> & {
  /** The scope whose payouts are paused. */
  readonly scope: PauseScope
  /** Names the violation and its size, ids and amounts only; the same text for the same violation. */
  readonly hit: string
}

/** The marks an incremental run starts from; undefined for a full run. */
export type Since = LookMarks | undefined

/** A statement about the rows that is always true, and the query that finds violations. */
export interface Invariant {
  /** The id of the safety design. */
  readonly id: string
  readonly sentence: string
  /** Finds no row while the statement is true. With `since` it reads new rows by index. */
  find(since: Since): RawBuilder<ViolationRow>
}

/** True when the row `transfer` is a current posting of the payout in the row `intent`. */
export const IS_OF_INTENT = sql`transfer.ref = intent.id::text AND transfer.revision = intent.posting`

/** The scope of the object that the payout in the row `intent` belongs to; that of a refund is the object whose money goes back. */
export const SCOPE_OF_INTENT = sql<PauseScope>`CASE WHEN intent.purpose LIKE 'escrow%' THEN 'escrow:' || intent.ref
  WHEN intent.purpose LIKE 'invoice%' THEN 'invoice:' || coalesce(
  (SELECT refund.invoice_id::text FROM refund WHERE refund.id = CASE intent.purpose WHEN 'invoice_refund' THEN intent.ref::uuid END), intent.ref) ELSE 'payment:' || coalesce(
  (SELECT refund.payment_id::text FROM refund WHERE refund.id = CASE intent.purpose WHEN 'payment_refund' THEN intent.ref::uuid END), intent.ref) END`

/** A condition for incremental runs only. */
export const within = (since: Since, condition: (marks: LookMarks) => RawBuilder<unknown>): RawBuilder<unknown> =>
  since ? condition(since) : sql`true`
