import { findFirstBusinesses } from '@gateway/db/businesses/business-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Business } from '@gateway/domain/businesses/business'
import type { Context } from '../kernel/context.ts'
import { homeScope } from './business-scope.ts'

/** The only business an actor may see; undefined when there is none or several. */
export async function findOnlyBusiness(ctx: Pick<Context, 'orm'>, { actor }: { actor: Actor }): Promise<Business | undefined> {
  const [only, second] = await findFirstBusinesses(ctx.orm.em.fork(), { ...homeScope(actor), most: 2 })
  return second ? undefined : only
}
