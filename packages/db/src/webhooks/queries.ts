import type { BusinessId, EventId } from '@gateway/domain/kernel/id'
import { sql } from 'kysely'
import { runStatement } from '../kernel/run-statement.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { DeliveryEntity } from './delivery.entity.ts'
import type { EventEntity } from './event.entity.ts'

/** Endpoints of some businesses that are switched on and have a URL. */
export function findEndpoints(
  em: Em,
  { businessIds }: { businessIds: readonly BusinessId[] },
): Promise<{ id: string; businessId: BusinessId; events: string[] }[]> {
  const text = `SELECT id, business_id AS "businessId", events FROM webhook_endpoint
    WHERE business_id = ANY($1::uuid[]) AND url IS NOT NULL AND disabled_at IS NULL`
  return runStatement(em, text, [businessIds])
}

/** Events of some objects after a sequence number of each, in order; where there are none, the latest. The tenant is the caller's to check. */
export async function findEventsAfter(
  em: Em,
  { objects }: { objects: readonly { readonly id: string; readonly after: number }[] },
): Promise<Pick<EventEntity, 'objectId' | 'sequence' | 'type' | 'body' | 'createdAt'>[]> {
  const text = `SELECT object_id AS "objectId", sequence, type, body, created_at AS "createdAt"
    FROM unnest($1::uuid[], $2::int[]) AS wanted (id, after) JOIN event ON object_id = wanted.id
      AND sequence > least(wanted.after, (SELECT max(newest.sequence) - 1 FROM event AS newest WHERE newest.object_id = wanted.id))
    ORDER BY object_id, sequence`
  const rows = await runStatement<Omit<EventEntity, 'createdAt'> & { createdAt: string }>(em, text, [
    objects.map(({ id }) => id),
    objects.map(({ after }) => after),
  ])
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }))
}

/** Endpoints that are switched on, have a delivery due, and may be sent one. */
export async function findEndpointsDue(em: Em, { now }: { now: Date }): Promise<{ id: string }[]> {
  return tables(em)
    .selectFrom('webhook_endpoint')
    .select('id')
    .where('disabledAt', 'is', null)
    .where((eb) => eb.or([eb('turnAt', 'is', null), eb('turnAt', '<=', now)]))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('delivery')
          .select('delivery.id')
          .whereRef('delivery.endpointId', '=', 'webhook_endpoint.id')
          .where('delivery.state', '=', 'pending')
          .where('delivery.nextAttemptAt', '<=', now),
      ),
    )
    .execute()
}

/** A delivery that one drainer has leased, with the body to send. */
export interface ClaimedDelivery {
  readonly id: string
  readonly endpointId: string
  readonly eventId: EventId
  readonly objectId: string
  readonly attempts: number
  readonly nextAttemptAt: Date
  readonly createdAt: Date
  readonly type: string
  readonly body: string
}

// A little longer than a request may take: a drainer that died is replaced soon, one that lives is not overtaken.
const LEASE_MS = 15_000

/** An endpoint that somebody drains, and the objects that they are sending something about. */
export interface Draining {
  readonly endpointId: string
  readonly busy: readonly string[]
  readonly now: Date
}

/**
 * Leases the oldest due delivery of each of some endpoints whose object is not busy and has no earlier event still unattempted, so that first
 * attempts start in sequence; a retry blocks nothing. SKIP LOCKED: a second drainer takes another row.
 *
 * @returns one place for each; an endpoint that is named twice gets one delivery.
 */
export async function claimDeliveries(em: Em, { draining }: { draining: readonly Draining[] }): Promise<(ClaimedDelivery | undefined)[]> {
  const byEndpoint = new Map(draining.map((each) => [each.endpointId, each]))
  const endpoints = [...byEndpoint.values()]
  const busy = endpoints.flatMap((each) => each.busy.map((objectId) => ({ endpointId: each.endpointId, objectId })))
  const rows = await runStatement<ClaimedRow>(em, claimText, [
    endpoints.map(({ endpointId }) => endpointId),
    endpoints.map(({ now }) => now.toISOString()),
    busy.map(({ endpointId }) => endpointId),
    busy.map(({ objectId }) => objectId),
    LEASE_MS,
  ])
  const claimed = new Map(rows.map((row) => [row.endpointId, claimedOf(row)]))
  return draining.map((each) => (byEndpoint.get(each.endpointId) === each ? claimed.get(each.endpointId) : undefined))
}

/** The same for one endpoint. */
export async function claimDelivery(em: Em, draining: Draining): Promise<ClaimedDelivery | undefined> {
  const [claimed] = await claimDeliveries(em, { draining: [draining] })
  return claimed
}

type Moments = 'nextAttemptAt' | 'createdAt'
type ClaimedRow = Omit<ClaimedDelivery, Moments> & Readonly<Record<Moments, string>>

const claimedOf = (row: ClaimedRow): ClaimedDelivery => ({
  ...row,
  nextAttemptAt: new Date(row.nextAttemptAt),
  createdAt: new Date(row.createdAt),
})

// Materialized: a plan may ask such a subquery again for every row, and each answer locks another one.
const claimText = `
  WITH picked AS MATERIALIZED (
    SELECT due.id, draining.now FROM unnest($1::uuid[], $2::timestamptz[]) AS draining (endpoint_id, now) CROSS JOIN LATERAL (
      SELECT id FROM delivery AS due
      WHERE due.endpoint_id = draining.endpoint_id AND due.state = 'pending' AND due.next_attempt_at <= draining.now
        AND (due.leased_until IS NULL OR due.leased_until <= draining.now)
        AND (due.attempts > 0 OR due.earlier_attempts > 0 OR NOT EXISTS (
          SELECT FROM delivery AS earlier
          WHERE earlier.endpoint_id = due.endpoint_id AND earlier.object_id = due.object_id AND earlier.state = 'pending'
            AND earlier.attempts = 0 AND earlier.earlier_attempts = 0 AND earlier.position < due.position))
        AND (due.endpoint_id, due.object_id) NOT IN (SELECT * FROM unnest($3::uuid[], $4::uuid[]))
      ORDER BY due.next_attempt_at, due.position LIMIT 1 FOR UPDATE SKIP LOCKED
    ) AS due
  ), claimed AS (
    UPDATE delivery SET leased_until = picked.now + $5 * interval '1 millisecond' FROM picked WHERE delivery.id = picked.id
    RETURNING delivery.id, endpoint_id, event_id, object_id, attempts, next_attempt_at, delivery.created_at
  )
  SELECT claimed.id, endpoint_id AS "endpointId", event_id AS "eventId", claimed.object_id AS "objectId", attempts,
    next_attempt_at AS "nextAttemptAt", claimed.created_at AS "createdAt", event.type, event.body
  FROM claimed JOIN event ON event.id = event_id`

/**
 * When the next delivery of an endpoint can be attempted: it is due, nobody has leased it and the endpoint may be sent one; undefined when none
 * waits or the endpoint is switched off.
 */
export async function findNextDue(em: Em, { endpointId }: { endpointId: string }): Promise<Date | undefined> {
  const row = await tables(em)
    .selectFrom('delivery')
    .innerJoin('webhook_endpoint', 'webhook_endpoint.id', 'delivery.endpointId')
    .select(sql<Date>`greatest(delivery.next_attempt_at, delivery.leased_until, webhook_endpoint.turn_at)`.as('dueAt'))
    .where('delivery.endpointId', '=', endpointId)
    .where('webhook_endpoint.disabledAt', 'is', null)
    .where('delivery.state', '=', 'pending')
    .orderBy('dueAt')
    .limit(1)
    .executeTakeFirst()
  return row && new Date(row.dueAt)
}

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
