import { findBusiness, findFirstBusinesses } from '@gateway/db/businesses/queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Business } from '@gateway/domain/businesses/business'
import { BusinessRequired, ForbiddenBusiness } from '@gateway/domain/businesses/errors'
import type { BusinessId } from '@gateway/domain/kernel/id'
import type { Context } from '../context.ts'
import { businessScope } from './business-scope.ts'

/**
 * The business that a request is about: the one it names, else the key's own, else the merchant's only one.
 *
 * @param input.businessId - as named in a body or query; must be spelled like an id.
 * @throws {ForbiddenBusiness} when the actor does not act for the named business, whether or not it exists.
 * @throws {BusinessRequired} when none is named and the merchant has not exactly one.
 */
export async function resolveBusiness(
  ctx: Pick<Context, 'orm'>,
  { actor, businessId }: { actor: Actor; businessId?: BusinessId | undefined },
): Promise<Business> {
  const em = ctx.orm.em.fork()
  const scope = businessScope(actor)
  const id = businessId ?? scope.businessId
  if (id !== undefined) {
    const business = await findBusiness(em, { ...scope, id })
    if (!business) throw new ForbiddenBusiness()
    return business
  }
  const [only, second] = await findFirstBusinesses(em, { ...scope, most: 2 })
  if (!only || second) throw new BusinessRequired()
  return only
}
