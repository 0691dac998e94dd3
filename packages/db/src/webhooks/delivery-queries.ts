import type { EventId } from '@gateway/domain/kernel/id'
import { sql } from 'kysely'
import { runStatement } from '../kernel/run-statement.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

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

/** A leased endpoint, the objects whose deliveries are being sent, and how many more may be. */
export interface Draining {
  readonly endpointId: string
  readonly busy: readonly string[]
  readonly most: number
  readonly now: Date
}

const MOST_AT_ONCE = 8

/**
 * Leases the oldest due deliveries of some endpoints, one of an object, whose object is not busy and has no earlier event still unattempted, so that
 * first attempts start in sequence; a retry blocks nothing. No more than eight of an endpoint. SKIP LOCKED: a second drainer takes other rows.
 *
 * @returns one place for each, oldest first; an endpoint that is named twice gets deliveries once.
 */
export async function claimDeliveries(em: Em, { draining }: { draining: readonly Draining[] }): Promise<ClaimedDelivery[][]> {
  const byEndpoint = new Map(draining.map((each) => [each.endpointId, each]))
  const endpoints = [...byEndpoint.values()]
  const busy = endpoints.flatMap((each) => each.busy.map((objectId) => ({ endpointId: each.endpointId, objectId })))
  const rows = await runStatement<ClaimedRow>(em, claimText, [
    endpoints.map(({ endpointId }) => endpointId),
    endpoints.map(({ now }) => now.toISOString()),
    busy.map(({ endpointId }) => endpointId),
    busy.map(({ objectId }) => objectId),
    LEASE_MS,
    endpoints.map(({ most }) => most),
  ])
  const claimed = Map.groupBy(rows.map(claimedOf), ({ endpointId }) => endpointId)
  return draining.map((each) => (byEndpoint.get(each.endpointId) === each ? (claimed.get(each.endpointId) ?? []) : []))
}

/** The oldest one of one endpoint. */
export async function claimDelivery(em: Em, draining: Omit<Draining, 'most'>): Promise<ClaimedDelivery | undefined> {
  const [claimed] = await claimDeliveries(em, { draining: [{ ...draining, most: 1 }] })
  return claimed?.[0]
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
  WITH due AS MATERIALIZED (
    SELECT due.*, draining.now, draining.most
    FROM unnest($1::uuid[], $2::timestamptz[], $6::int[]) AS draining (endpoint_id, now, most) CROSS JOIN LATERAL (
      SELECT id, endpoint_id, object_id, next_attempt_at, position FROM delivery AS due
      WHERE due.endpoint_id = draining.endpoint_id AND due.state = 'pending' AND due.next_attempt_at <= draining.now
        AND (due.leased_until IS NULL OR due.leased_until <= draining.now)
        AND (due.attempts > 0 OR due.earlier_attempts > 0 OR NOT EXISTS (
          SELECT FROM delivery AS earlier
          WHERE earlier.endpoint_id = due.endpoint_id AND earlier.object_id = due.object_id AND earlier.state = 'pending'
            AND earlier.attempts = 0 AND earlier.earlier_attempts = 0 AND earlier.position < due.position))
        AND (due.endpoint_id, due.object_id) NOT IN (SELECT * FROM unnest($3::uuid[], $4::uuid[]))
      ORDER BY due.next_attempt_at, due.position LIMIT ${MOST_AT_ONCE} FOR UPDATE SKIP LOCKED
    ) AS due
  ), one_of_each AS (
    SELECT DISTINCT ON (endpoint_id, object_id) * FROM due ORDER BY endpoint_id, object_id, next_attempt_at, position
  ), ranked AS (
    SELECT *, row_number() OVER (PARTITION BY endpoint_id ORDER BY next_attempt_at, position) AS rank FROM one_of_each
  ), picked AS (
    SELECT id, now FROM ranked WHERE rank <= most
  ), claimed AS (
    UPDATE delivery SET leased_until = picked.now + $5 * interval '1 millisecond' FROM picked WHERE delivery.id = picked.id
    RETURNING delivery.id, endpoint_id, event_id, object_id, attempts, next_attempt_at, position, delivery.created_at
  )
  SELECT claimed.id, endpoint_id AS "endpointId", event_id AS "eventId", claimed.object_id AS "objectId", attempts,
    next_attempt_at AS "nextAttemptAt", claimed.created_at AS "createdAt", event.type, event.body
  FROM claimed JOIN event ON event.id = event_id ORDER BY claimed.next_attempt_at, claimed.position`

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
