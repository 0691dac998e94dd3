import { sql } from 'kysely'

/**
 * When a waiting `delivery` of a statement is attempted: neither before its own time nor before its endpoint's turn. Null while that is switched off.
 */
export const nextAttempt = sql`(SELECT greatest(delivery.next_attempt_at, turn.turn_at)
  FROM webhook_endpoint turn WHERE turn.id = delivery.endpoint_id AND turn.disabled_at IS NULL)`
