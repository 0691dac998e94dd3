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
  { id, businessId, mode, since }: Omit<FeedRest, 'after'> & { id: string },
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

/** The part of a feed that is not known yet. */
interface FeedRest {
  readonly businessId: BusinessId
  readonly mode: Mode
  readonly after: FeedPlace | undefined
  readonly since: Date
}

/** What of it is wanted. */
interface FeedPage extends FeedRest {
  /** Not beyond this place. */
  readonly upTo?: FeedPlace | undefined
  readonly types: readonly DomainEventName[] | undefined
  readonly limit: number
}

/**
 * The next events of a business after a place, oldest first.
 *
 * Only events below the oldest transaction under way are shown, so none can be committed later that would precede them: a client that follows
 * the feed misses no event, however many are written at once.
 */
export async function findFeedPage(em: Em, page: FeedPage): Promise<{ id: EventId; body: string }[]> {
  const { after, upTo, types, limit } = page
  return shown(em, page)
    .select(['id', 'body'])
    .where(stands('>', after))
    .where(stands('<=', upTo))
    .$if(types !== undefined, (query) => query.where('type', 'in', [...(types ?? [])]))
    .orderBy('feedXid')
    .orderBy('position')
    .limit(limit)
    .execute()
}

/**
 * The last event of a feed that is shown, whatever it is about; that which stands at `after` when nothing follows it.
 *
 * A client that reads a page up to it afterwards has seen all wanted events before it: none can be committed later that would precede it.
 */
export async function findFeedEnd(em: Em, rest: FeedRest): Promise<(FeedPlace & { readonly id: EventId }) | undefined> {
  return shown(em, rest)
    .select(['id', 'feedXid', 'position'])
    .where(stands('>=', rest.after))
    .orderBy('feedXid', 'desc')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** What a feed shows: nothing that something could still be committed before. */
const shown = (em: Em, { businessId, mode, since }: FeedRest) =>
  tables(em)
    .selectFrom('event')
    .where('businessId', '=', businessId)
    .where('mode', '=', mode)
    .where('createdAt', '>', since)
    .where(sql<boolean>`feed_xid < pg_snapshot_xmin(pg_current_snapshot())`)

/** How an event stands to a place; any way where there is none. */
const stands = (operator: '>' | '>=' | '<=', place: FeedPlace | undefined) =>
  place ? sql<boolean>`(feed_xid, position) ${sql.raw(operator)} (${place.feedXid}::xid8, ${place.position}::bigint)` : sql<boolean>`true`
