import type { ListEventsInput } from '@gateway/contract/webhooks'
import { findFeedEnd, findFeedPage, findFeedPlace } from '@gateway/db/webhooks/feed-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { CursorExpired } from '@gateway/domain/webhooks/errors'
import { keptMs } from '@gateway/domain/webhooks/retry-schedule'
import { resolveBusiness } from '../businesses/resolve-business.ts'
import type { Context } from '../kernel/context.ts'

/** A page of the feed. */
export interface FeedPart {
  /** Event bodies as they were sent, oldest first. */
  readonly bodies: readonly string[]
  /** The cursor of the next page, behind skipped events too; null while the feed is empty. */
  readonly nextCursor: string | null
  readonly hasMore: boolean
}

/**
 * The events of a business in the caller's mode after a known one, subscribed or not, oldest first and without gaps, for thirty days.
 *
 * @throws {CursorExpired} when the known event is no longer in the feed, or never was.
 * @throws {ForbiddenBusiness} {BusinessRequired} {NoBusinessYet}
 */
export async function listEvents(
  ctx: Pick<Context, 'orm' | 'clock'>,
  { actor, wish }: { actor: Actor; wish: ListEventsInput },
): Promise<FeedPart> {
  const { id: businessId } = await resolveBusiness(ctx, { actor, businessId: wish.businessId })
  const em = ctx.orm.em.fork()
  const feed = { businessId, mode: actor.mode, since: new Date(ctx.clock.now().getTime() - keptMs) }
  const after = wish.after === undefined ? undefined : await findFeedPlace(em, { ...feed, id: wish.after })
  if (wish.after !== undefined && !after) throw new CursorExpired()
  // Read before the page and limits it: events that appear between the two queries are left for the next page.
  const end = wish.types && (await findFeedEnd(em, { ...feed, after }))
  const found = await findFeedPage(em, { ...feed, after, upTo: end, types: wish.types, limit: wish.limit + 1 })
  const page = found.slice(0, wish.limit)
  const hasMore = found.length > page.length
  const last = hasMore ? page.at(-1) : (end ?? page.at(-1))
  return { bodies: page.map(({ body }) => body), nextCursor: last?.id ?? wish.after ?? null, hasMore }
}
