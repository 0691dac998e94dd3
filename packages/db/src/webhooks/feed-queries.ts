import type { BusinessId, EventId, Mode } from '@gateway/domain/kernel/id'
import type { DomainEventName } from '@gateway/domain/kernel/events'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** A place in the feed of a business: behind the event that stands there. */
export interface FeedPlace {
  readonly feedXid: string
  readonly position: string
}

/** Where an event of a business stands in its feed; undefined for an event that is older than `since`, unknown, another's, or of the other mode. */
export async function findFeedPlace(
  em: Em,
  { id, businessId, mode, since }: Pick<FeedPage, 'businessId' | 'mode' | 'since'> & { id: string },
): Promise<FeedPlace | undefined> {
  return tables(em)
    .selectFrom('event')
    .select(['feedXid', 'position'])
    .where('id', '=', id as EventId)
    .where('businessId', '=', businessId)
    .where('mode', '=', mode)
    .where('createdAt', '>', since)
    .executeTakeFirst()
}

/** What of a feed is wanted. */
export interface FeedPage {
  readonly businessId: BusinessId
  readonly mode: Mode
  readonly after: FeedPlace | undefined
  readonly since: Date
  readonly types: readonly DomainEventName[] | undefined
  readonly limit: number
}

/**
 * The next events of a business after a place, oldest first.
 *
 * Only what is below the oldest transaction under way is shown, so nothing can be committed later that would stand before it: whoever follows
 * the feed misses no event, however many are written at once.
 */
export async function findFeedPage(em: Em, page: FeedPage): Promise<{ id: EventId; body: string }[]> {
  const { businessId, mode, after, since, types, limit } = page
  const isBehind = after && sql<boolean>`(feed_xid, position) > (${after.feedXid}::xid8, ${after.position}::bigint)`
  return tables(em)
    .selectFrom('event')
    .select(['id', 'body'])
    .where('businessId', '=', businessId)
    .where('mode', '=', mode)
    .where('createdAt', '>', since)
    .where(sql<boolean>`feed_xid < pg_snapshot_xmin(pg_current_snapshot())`)
    .$if(isBehind !== undefined, (query) => query.where(isBehind ?? sql<boolean>`true`))
    .$if(types !== undefined, (query) => query.where('type', 'in', [...(types ?? [])]))
    .orderBy('feedXid')
    .orderBy('position')
    .limit(limit)
    .execute()
}
