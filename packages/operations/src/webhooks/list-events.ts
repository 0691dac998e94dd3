import type { ListEventsInput } from '@gateway/contract/webhooks'
import { findFeedEnd, findFeedPage, findFeedPlace } from '@gateway/db/webhooks/feed-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { CursorExpired } from '@gateway/domain/webhooks/errors'
import { keptMs } from '@gateway/domain/webhooks/retry-schedule'
import { resolveBusiness } from '../businesses/resolve-business.ts'
import type { Context } from '../kernel/context.ts'

/** A part of the feed. */
export interface FeedPart {
  /** Events as they were sent, oldest first. */
  readonly bodies: readonly string[]
  /** Where to go on: past events that were not wanted, too; null while the feed is empty. */
  readonly nextCursor: string | null
  readonly hasMore: boolean
}

/**
 * The events of a business and of the caller's mode after the one that is known, subscribed or not, oldest first and without gaps, for thirty days.
 *
 * @throws {CursorExpired} when the named event is not in the feed any more, or never was.
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
  // Before the page, which ends there: what comes to stand in the feed between the two is left for the next.
  const end = wish.types && (await findFeedEnd(em, { ...feed, after }))
  const found = await findFeedPage(em, { ...feed, after, upTo: end, types: wish.types, limit: wish.limit + 1 })
  const page = found.slice(0, wish.limit)
  const hasMore = found.length > page.length
  const last = hasMore ? page.at(-1) : (end ?? page.at(-1))
  return { bodies: page.map(({ body }) => body), nextCursor: last?.id ?? wish.after ?? null, hasMore }
}
