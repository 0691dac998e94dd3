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

/** Events of some objects after a sequence number of each, in order. The tenant is the caller's to check. */
export async function findEventsAfter(
  em: Em,
  { objects }: { objects: readonly { readonly id: string; readonly after: number }[] },
): Promise<Pick<EventEntity, 'objectId' | 'sequence' | 'type' | 'body' | 'createdAt'>[]> {
  const text = `SELECT object_id AS "objectId", sequence, type, body, created_at AS "createdAt"
    FROM unnest($1::uuid[], $2::int[]) AS wanted (id, after) JOIN event ON object_id = wanted.id AND sequence > wanted.after
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

/**
 * Leases the oldest due delivery of an endpoint whose object is not busy and has no earlier event still unattempted, so that first attempts
 * start in sequence; a retry blocks nothing. SKIP LOCKED: a second drainer takes another row.
 */
export async function claimDelivery(
  em: Em,
  wanted: { endpointId: string; busy: readonly string[]; now: Date },
): Promise<ClaimedDelivery | undefined> {
  const { endpointId, busy, now } = wanted
  const due = tables(em)
    .selectFrom('delivery as due')
    .select('due.id')
    .where('due.endpointId', '=', endpointId)
    .where('due.state', '=', 'pending')
    .where('due.nextAttemptAt', '<=', now)
    .where((eb) => eb.or([eb('due.leasedUntil', 'is', null), eb('due.leasedUntil', '<=', now)]))
    .where((eb) => eb.or([eb('due.attempts', '>', 0), eb('due.earlierAttempts', '>', 0), eb.not(eb.exists(earlierFirstAttempt(em)))]))
    .$if(busy.length > 0, (query) => query.where('due.objectId', 'not in', [...busy]))
    .orderBy('due.nextAttemptAt')
    .orderBy('due.position')
    .limit(1)
    .forUpdate()
    .skipLocked()
  const claimed = await tables(em)
    .updateTable('delivery')
    .set({ leasedUntil: new Date(now.getTime() + LEASE_MS) })
    // Not IN: a plan may ask such a subquery again for every row, and each answer locks another one.
    .where('id', '=', due)
    .returning(['id', 'endpointId', 'eventId', 'objectId', 'attempts', 'nextAttemptAt', 'createdAt'])
    .executeTakeFirst()
  if (!claimed) return undefined
  const event = await tables(em).selectFrom('event').select(['type', 'body']).where('id', '=', claimed.eventId).executeTakeFirstOrThrow()
  return { ...claimed, ...event }
}

const earlierFirstAttempt = (em: Em) =>
  tables(em)
    .selectFrom('delivery as earlier')
    .select('earlier.id')
    .whereRef('earlier.endpointId', '=', sql<string>`due.endpoint_id`)
    .whereRef('earlier.objectId', '=', sql<string>`due.object_id`)
    .where('earlier.state', '=', 'pending')
    .where('earlier.attempts', '=', 0)
    .where('earlier.earlierAttempts', '=', 0)
    .whereRef('earlier.position', '<', sql<string>`due.position`)

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
