import type { BusinessId, EventId, Mode } from '@gateway/domain/kernel/id'
import type { DeliveryState, LoggedDelivery } from '@gateway/domain/webhooks/delivery'
import { sql } from 'kysely'
import type { BusinessScope } from '../businesses/business-queries.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** Moments come as the driver reads them. */
type LoggedRow = Omit<LoggedDelivery, 'createdAt' | 'nextAttemptAt'> & { createdAt: string; nextAttemptAt: string | null }

/** Which deliveries of a business are wanted. */
export interface LogWish {
  readonly businessId: BusinessId
  readonly mode: Mode
  readonly since: Date
  readonly paymentId: string | undefined
  readonly state: DeliveryState | undefined
  /** Only rows behind this delivery or webhook test, newest first. */
  readonly after?: string | undefined
}

const endpointOf = ({ businessId }: LogWish) => sql`(SELECT id FROM webhook_endpoint WHERE business_id = ${businessId}::uuid)`

// The state is no parameter: the plan that Postgres keeps for all values does not know how rare one is.
const ofEndpoint = (table: string, wish: LogWish) => sql`
  endpoint_id = ${endpointOf(wish)} AND mode = ${wish.mode} AND created_at > ${wish.since}
  ${wish.state === undefined ? sql`` : sql`AND ${sql.ref(`${table}.state`)} = ${sql.lit(wish.state)}`}
  ${wish.after === undefined ? sql`` : sql`AND (created_at, id) < (${momentOf(wish, wish.after)}, ${wish.after}::uuid)`}`

/** A delivery to another endpoint has no place in the log: nothing comes behind it. */
const momentOf = (wish: LogWish, id: string) => sql`coalesce(
  (SELECT created_at FROM delivery WHERE id = ${id}::uuid AND endpoint_id = ${endpointOf(wish)}),
  (SELECT created_at FROM webhook_test WHERE id = ${id}::uuid AND endpoint_id = ${endpointOf(wish)}))`

/**
 * When a waiting `delivery` of a statement is attempted: neither before its own time nor before its endpoint's turn. Null while that is switched off.
 */
export const nextAttempt = sql`(SELECT greatest(delivery.next_attempt_at, turn.turn_at)
  FROM webhook_endpoint turn WHERE turn.id = delivery.endpoint_id AND turn.disabled_at IS NULL)`

const real = (wish: LogWish) => sql`
  SELECT id, event_id AS "eventId", NULL AS type, state, last_status_code AS "statusCode", attempts + earlier_attempts AS attempts, false AS "isTest",
    last_duration_ms AS "durationMs", created_at AS "createdAt", CASE state WHEN 'pending' THEN ${nextAttempt} END AS "nextAttemptAt"
  FROM delivery WHERE ${ofEndpoint('delivery', wish)}
  ${wish.paymentId === undefined ? sql`` : sql`AND event_id IN (SELECT id FROM event WHERE object_id = ${wish.paymentId}::uuid)`}`

/** A webhook test shows a sample, so it belongs to no payment. */
const webhookTests = (wish: LogWish) => sql`
  SELECT id, event_id, type, state, last_status_code, (started_at IS NOT NULL)::int, true, last_duration_ms, created_at, NULL::timestamptz
  FROM webhook_test WHERE ${ofEndpoint('webhook_test', wish)} AND ${wish.paymentId === undefined}`

/** A page of the deliveries of a business, newest first. Each table is read no further than the page reaches. */
export async function findLogged(
  em: Em,
  { limit, offset, ...wish }: LogWish & { limit: number; offset: number },
): Promise<LoggedDelivery[]> {
  const newest = sql`ORDER BY created_at DESC, id DESC LIMIT ${limit + offset}`
  const { rows } = await sql<LoggedRow>`SELECT entry.*, coalesce(entry.type, event.type) AS type,
      CASE event.object_type WHEN 'payment' THEN event.object_id END AS "paymentId"
    FROM ((${real(wish)} ${newest}) UNION ALL (${webhookTests(wish)} ${newest}) ORDER BY "createdAt" DESC, id DESC LIMIT ${limit} OFFSET ${offset}) entry
    LEFT JOIN event ON event.id = entry."eventId" ORDER BY "createdAt" DESC, entry.id DESC`.execute(tables(em))
  return rows.map(({ createdAt, nextAttemptAt, ...row }) => ({
    ...row,
    createdAt: new Date(createdAt),
    nextAttemptAt: nextAttemptAt === null ? null : new Date(nextAttemptAt),
  }))
}

/** How many there are in all. */
export async function countLogged(em: Em, wish: LogWish): Promise<number> {
  const { rows } = await sql<{
    count: string
  }>`SELECT (SELECT count(*) FROM (${real(wish)}) one) + (SELECT count(*) FROM (${webhookTests(wish)}) other)
    AS count`.execute(tables(em))
  return Number(rows[0]?.count ?? 0)
}

/** The delivery that an id names, its own or that of its event, within a scope; locked. */
export async function lockDelivery(em: Em, { id, merchantId, mode, businessId }: BusinessScope & { id: string }) {
  return tables(em)
    .selectFrom('delivery')
    .innerJoin('webhook_endpoint', 'webhook_endpoint.id', 'delivery.endpointId')
    .innerJoin('business', 'business.id', 'webhook_endpoint.businessId')
    .select(['delivery.id', 'delivery.eventId', 'delivery.endpointId', 'delivery.state', 'delivery.nextAttemptAt', 'delivery.leasedUntil'])
    .where('business.merchantId', '=', merchantId)
    .where('delivery.mode', '=', mode)
    .$if(businessId !== undefined, (query) => query.where('business.id', '=', businessId ?? ''))
    .where(id.startsWith('evt_') ? 'delivery.eventId' : 'delivery.id', '=', id as EventId)
    .forUpdate('delivery')
    .executeTakeFirst()
}

/**
 * The event that an id names, within a scope, and the present endpoint of its business; undefined when it is older than `since`.
 *
 * The endpoint is locked, so that of two who would make a delivery of one event the second sees the first one's.
 */
export async function lockEndpointOf(em: Em, { id, merchantId, mode, businessId, since }: BusinessScope & { id: string; since: Date }) {
  return tables(em)
    .selectFrom('event')
    .innerJoin('business', 'business.id', 'event.businessId')
    .innerJoin('webhook_endpoint', 'webhook_endpoint.businessId', 'business.id')
    .select(['event.id', 'event.objectId', 'event.mode', 'webhook_endpoint.id as endpointId'])
    .where('event.id', '=', id as EventId)
    .where('event.mode', '=', mode)
    .where('event.createdAt', '>', since)
    .where('business.merchantId', '=', merchantId)
    .$if(businessId !== undefined, (query) => query.where('business.id', '=', businessId ?? ''))
    .forNoKeyUpdate('webhook_endpoint')
    .executeTakeFirst()
}

/** The delivery of an event, whatever has become of it. The tenant is the caller's to check. */
export async function findDeliveryOf(em: Em, { eventId }: { eventId: EventId }): Promise<{ id: string } | undefined> {
  return tables(em).selectFrom('delivery').select('id').where('eventId', '=', eventId).limit(1).executeTakeFirst()
}

/** Makes a delivery due now as if it had not been attempted; earlier attempts stay counted. */
export async function makeDueAgain(em: Em, { id, now }: { id: string; now: Date }): Promise<void> {
  await tables(em)
    .updateTable('delivery')
    .set((eb) => ({
      state: 'pending',
      earlierAttempts: eb('earlierAttempts', '+', eb.ref('attempts')),
      attempts: 0,
      nextAttemptAt: now,
      deliveredAt: null,
    }))
    .where('id', '=', id)
    .execute()
}

/** Makes a delivery that waits for its next attempt due now; the schedule goes on behind it. */
export async function bringForward(em: Em, { id, now }: { id: string; now: Date }): Promise<void> {
  await tables(em).updateTable('delivery').set({ nextAttemptAt: now }).where('id', '=', id).execute()
}

/** Forgets deliveries and webhook tests that are older than `until`, at most so many of each endpoint; tells how many. */
export async function deleteLogged(em: Em, { until, limit }: { until: Date; limit: number }): Promise<number> {
  const counts = await Promise.all(
    (['delivery', 'webhook_test'] as const).map(async (table) => {
      const { rows } = await sql<{ count: number }>`WITH old AS (
          SELECT entry.id FROM webhook_endpoint endpoint CROSS JOIN LATERAL (
            SELECT id FROM ${sql.table(table)} WHERE endpoint_id = endpoint.id AND created_at <= ${until} ORDER BY created_at LIMIT ${limit}
          ) entry
        ), gone AS (DELETE FROM ${sql.table(table)} WHERE id IN (SELECT id FROM old) RETURNING 1)
        SELECT count(*)::int AS count FROM gone`.execute(tables(em))
      return rows[0]?.count ?? 0
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
