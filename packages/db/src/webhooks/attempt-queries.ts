import { runStatement } from '../kernel/run-statement.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { DeliveryEntity } from './delivery.entity.ts'

/** How one attempt went. */
export type RecordedAttempt = Pick<
  DeliveryEntity,
  'id' | 'state' | 'attempts' | 'nextAttemptAt' | 'deliveredAt' | 'lastStatusCode' | 'lastProblem' | 'lastDurationMs'
>

/** Writes how an attempt went and gives the lease back. */
export async function recordAttempt(em: Em, { id, ...attempt }: RecordedAttempt): Promise<void> {
  await tables(em)
    .updateTable('delivery')
    .set({ ...attempt, leasedUntil: null })
    .where('id', '=', id)
    .execute()
}

/** An attempt that was accepted, and how. */
export interface AcceptedAttempt {
  readonly id: string
  readonly endpointId: string
  readonly attempts: number
  readonly deliveredAt: Date
  readonly lastStatusCode: number | null
  readonly lastDurationMs: number
}

/**
 * Writes attempts that were accepted and gives their leases back, where their endpoint learns nothing from it: nothing is known against it, or it
 * was switched off meanwhile. Rows are locked in the order of their ids, so that two writers cannot deadlock.
 *
 * @returns which were written, one place for each.
 */
export async function recordAccepted(em: Em, { accepted }: { accepted: readonly AcceptedAttempt[] }): Promise<boolean[]> {
  const column = <Key extends keyof AcceptedAttempt>(key: Key): AcceptedAttempt[Key][] => accepted.map((attempt) => attempt[key])
  const rows = await runStatement<{ id: string }>(em, acceptText, [
    column('id'),
    column('endpointId'),
    column('attempts'),
    column('deliveredAt').map((at) => at.toISOString()),
    column('lastStatusCode'),
    column('lastDurationMs'),
  ])
  const written = new Set(rows.map(({ id }) => id))
  return accepted.map(({ id }) => written.has(id))
}

const acceptText = `
  WITH accepted AS MATERIALIZED (
    SELECT accepted.* FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::timestamptz[], $5::int[], $6::int[])
      AS accepted (id, endpoint_id, attempts, delivered_at, status_code, duration_ms)
    JOIN webhook_endpoint AS hook ON hook.id = accepted.endpoint_id
    WHERE hook.disabled_at IS NOT NULL OR (hook.circuit = 'closed' AND hook.failures = 0 AND hook.failing_since IS NULL)
  ), locked AS MATERIALIZED (
    SELECT id FROM delivery WHERE id IN (SELECT id FROM accepted) ORDER BY id FOR UPDATE
  )
  UPDATE delivery SET state = 'delivered', attempts = accepted.attempts, delivered_at = accepted.delivered_at, leased_until = NULL,
    last_status_code = accepted.status_code, last_problem = NULL, last_duration_ms = accepted.duration_ms
  FROM accepted JOIN locked ON locked.id = accepted.id WHERE delivery.id = accepted.id RETURNING delivery.id`
