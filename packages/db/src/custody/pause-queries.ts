import { type RawBuilder, sql } from 'kysely'

/**
 * Keeps the pauses as they are until the transaction ends, to be selected: a new pause takes the same lock alone (trigger of `pause`), so it waits for what
 * is being begun, and what comes later waits for the pause.
 */
export const sharedPauseLock: RawBuilder<unknown> = sql`pg_advisory_xact_lock_shared(hashtextextended('pause', 0))`
