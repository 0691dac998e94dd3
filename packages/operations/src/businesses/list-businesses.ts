import type { BusinessFacts } from '@gateway/contract/business-view'
import type { ListBusinessesInput } from '@gateway/contract/businesses'
import { listStoredBusinesses } from '@gateway/db/businesses/business-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Context } from '../kernel/context.ts'
import { homeScope, seenBy } from './business-scope.ts'

/** A page of the caller's businesses, newest first: all of a merchant's, or that of the key. */
export async function listBusinesses(
  ctx: Pick<Context, 'orm'>,
  { actor, page }: { actor: Actor; page: ListBusinessesInput },
): Promise<{ businesses: BusinessFacts[]; total: number }> {
  const { businesses, total } = await listStoredBusinesses(ctx.orm.em.fork(), {
    ...homeScope(actor),
    limit: page.limit,
    offset: page.offset,
  })
  return { businesses: businesses.map((facts) => ({ ...facts, business: seenBy(actor, facts.business) })), total }
}
