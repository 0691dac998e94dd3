import type { BusinessFacts, ListBusinessesInput } from '@gateway/contract/businesses'
import { listStoredBusinesses } from '@gateway/db/businesses/queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Context } from '../context.ts'
import { businessScope } from './business-scope.ts'

/** A page of the caller's businesses, newest first: all of a merchant's, or the one that a key acts for. */
export async function listBusinesses(
  ctx: Pick<Context, 'orm'>,
  { actor, page }: { actor: Actor; page: ListBusinessesInput },
): Promise<{ businesses: BusinessFacts[]; total: number }> {
  return listStoredBusinesses(ctx.orm.em.fork(), { ...businessScope(actor), limit: page.limit, offset: page.offset })
}
