import type { BusinessId, EventId, MerchantId } from '@gateway/domain/kernel/id'
import type { LoggedDelivery } from '@gateway/domain/webhooks/delivery'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { EventEntity } from './event.entity.ts'
import type { DeliveryEntity } from './delivery.entity.ts'
import { nextAttempt } from './log-queries.ts'

/** The endpoint of a business as its merchant watches it, without its secrets. The tenant is the caller's to check. */
export const getEndpointOf = (em: Em, { businessId }: { businessId: BusinessId }) =>
  tables(em)
    .selectFrom('webhook_endpoint')
    .select(['id', 'url', 'events', 'circuit', 'failures', 'failingSince', 'turnAt', 'disabledAt', 'disabledReason'])
    .select(['failedDeliveryId', 'previousValidUntil'])
    .where('businessId', '=', businessId)
    .executeTakeFirstOrThrow()

/** One of the last deliveries of an endpoint. */
type Last = Pick<DeliveryEntity, 'id' | 'deliveredAt' | 'lastStatusCode' | 'lastProblem'>

const lastColumns = ['id', 'deliveredAt', 'lastStatusCode', 'lastProblem'] as const

/** The newest delivery that an endpoint has accepted, among its newest so many. */
export const findLastAccepted = (em: Em, { endpointId, among }: { endpointId: string; among: number }): Promise<Last | undefined> =>
  tables(em)
    .selectFrom((eb) =>
      eb
        .selectFrom('delivery')
        .select([...lastColumns, 'createdAt', 'state'])
        .where('endpointId', '=', endpointId)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(among)
        .as('newest'),
    )
    .select(lastColumns)
    .where('state', '=', 'delivered')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The delivery that an endpoint fails at, else the newest that was given up. */
export const findLastFailed = (
  em: Em,
  { endpointId, failedDeliveryId }: { endpointId: string; failedDeliveryId: string | null },
): Promise<Last | undefined> =>
  tables(em)
    .selectFrom('delivery')
    .select(lastColumns)
    .where('endpointId', '=', endpointId)
    .$if(failedDeliveryId !== null, (query) => query.where('id', '=', failedDeliveryId ?? ''))
    .$if(failedDeliveryId === null, (query) => query.where('state', '=', 'failed').orderBy('createdAt', 'desc').orderBy('id', 'desc'))
    .limit(1)
    .executeTakeFirst()

/** How many deliveries of an endpoint wait, counted up to `most`. */
export async function countBacklog(em: Em, { endpointId, most }: { endpointId: string; most: number }): Promise<number> {
  const { rows } = await sql<{ count: string }>`SELECT count(*) AS count FROM
    (SELECT FROM delivery WHERE endpoint_id = ${endpointId}::uuid AND state = 'pending' LIMIT ${most}) waiting`.execute(tables(em))
  return Number(rows[0]?.count ?? 0)
}

/** When the next waiting delivery of an endpoint may be tried; undefined when none waits. */
export async function findNextAttempt(em: Em, { endpointId }: { endpointId: string }): Promise<Date | undefined> {
  const next = await tables(em)
    .selectFrom('delivery')
    .select('nextAttemptAt')
    .where('endpointId', '=', endpointId)
    .where('state', '=', 'pending')
    .orderBy('nextAttemptAt')
    .limit(1)
    .executeTakeFirst()
  return next?.nextAttemptAt
}

/** Moments come as the driver reads them. */
type Timed<Row, Key extends keyof Row> = Omit<Row, Key> & Readonly<Record<Key, string | null>>
type DetailRow = LoggedDelivery & { readonly body: string; readonly problem: string | null; readonly deliveredAt: Date | null }

/** A delivery or a webhook test of a merchant with its contents, by its id. */
export async function findDeliveryDetail(
  em: Em,
  { id, merchantId }: { id: string; merchantId: MerchantId },
): Promise<DetailRow | undefined> {
  const { rows } = await sql<Timed<DetailRow, 'createdAt' | 'nextAttemptAt' | 'deliveredAt'>>`
    SELECT entry.* FROM (
      SELECT delivery.id, delivery.endpoint_id, delivery.event_id AS "eventId", event.type, event.body, delivery.state,
        delivery.last_status_code AS "statusCode", delivery.attempts + delivery.earlier_attempts AS attempts,
        CASE event.object_type WHEN 'payment' THEN event.object_id END AS "paymentId", false AS "isTest", delivery.last_duration_ms AS "durationMs",
        delivery.created_at AS "createdAt", delivery.delivered_at AS "deliveredAt", delivery.last_problem AS problem,
        CASE delivery.state WHEN 'pending' THEN ${nextAttempt} END AS "nextAttemptAt"
      FROM delivery JOIN event ON event.id = delivery.event_id WHERE delivery.id = ${id}::uuid
      UNION ALL
      SELECT id, endpoint_id, event_id, type, body, state, last_status_code, (started_at IS NOT NULL)::int, NULL, true, last_duration_ms, created_at,
        CASE state WHEN 'delivered' THEN ended_at END, last_problem, NULL
      FROM webhook_test WHERE id = ${id}::uuid
    ) entry JOIN webhook_endpoint endpoint ON endpoint.id = entry.endpoint_id JOIN business ON business.id = endpoint.business_id
    WHERE business.merchant_id = ${merchantId}::uuid`.execute(tables(em))
  const [row] = rows
  return (
    row && {
      ...row,
      createdAt: new Date(row.createdAt ?? ''),
      nextAttemptAt: momentOf(row.nextAttemptAt),
      deliveredAt: momentOf(row.deliveredAt),
    }
  )
}

const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

type ToldRow = Pick<EventEntity, 'sequence' | 'type' | 'body'> & {
  readonly id: EventId
  readonly createdAt: string
  readonly deliveryId: string | null
  readonly state: DeliveryEntity['state']
  readonly attempts: number
  readonly statusCode: number | null
  readonly problem: string | null
  readonly durationMs: number | null
  readonly nextAttemptAt: string | null
  readonly deliveredAt: string | null
}

/** The events of an object in order, each with its delivery, the last so many. The tenant is the caller's to check. */
export async function findToldEvents(em: Em, { objectId, most }: { objectId: string; most: number }) {
  const { rows } = await sql<ToldRow>`SELECT told.*, delivery.id AS "deliveryId", delivery.state,
      delivery.attempts + delivery.earlier_attempts AS attempts, delivery.last_status_code AS "statusCode", delivery.last_problem AS problem,
      delivery.last_duration_ms AS "durationMs", delivery.delivered_at AS "deliveredAt",
      CASE delivery.state WHEN 'pending' THEN ${nextAttempt} END AS "nextAttemptAt"
    FROM (SELECT id, sequence, type, body, created_at AS "createdAt" FROM event WHERE object_id = ${objectId}::uuid ORDER BY sequence DESC LIMIT ${most}) told
      LEFT JOIN delivery ON delivery.event_id = told.id
    ORDER BY told.sequence`.execute(tables(em))
  return rows.map(({ id, sequence, type, body, createdAt, deliveryId, nextAttemptAt, deliveredAt, ...last }) => ({
    id,
    sequence,
    type,
    body,
    createdAt: new Date(createdAt),
    delivery:
      deliveryId === null ? null : { ...last, id: deliveryId, nextAttemptAt: momentOf(nextAttemptAt), deliveredAt: momentOf(deliveredAt) },
  }))
}
