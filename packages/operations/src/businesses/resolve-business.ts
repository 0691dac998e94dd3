import { type BusinessScope, findFirstBusinesses, findStoredBusinesses, type StoredBusiness } from '@gateway/db/businesses/queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Business } from '@gateway/domain/businesses/business'
import { BusinessRequired, ForbiddenBusiness } from '@gateway/domain/businesses/errors'
import type { BusinessId } from '@gateway/domain/kernel/id'
import type { Context } from '../context.ts'
import { gathered } from '../gathered.ts'
import { businessScope } from './business-scope.ts'

const MOST_BUSINESSES = 100

/**
 * The business that a request is about: the one it names, else the key's own, else the merchant's only one.
 *
 * @param input.businessId - as named in a body or query; must be spelled like an id.
 * @throws {ForbiddenBusiness} when the actor does not act for the named business, whether or not it exists.
 * @throws {BusinessRequired} when none is named and the merchant has not exactly one.
 */
export async function resolveBusiness(
  ctx: Pick<Context, 'orm'>,
  request: { actor: Actor; businessId?: BusinessId | undefined },
): Promise<Business> {
  return (await resolveStoredBusiness(ctx, request)).business
}

/** The same with its webhook endpoint. */
export async function resolveStoredBusiness(
  ctx: Pick<Context, 'orm'>,
  { actor, businessId }: { actor: Actor; businessId?: BusinessId | undefined },
): Promise<StoredBusiness> {
  const scope = businessScope(actor)
  const id = businessId ?? scope.businessId ?? (await onlyBusiness(ctx, scope))
  const stored = await findNamed(ctx.orm, { ...scope, id })
  if (!stored) throw new ForbiddenBusiness()
  return stored
}

async function onlyBusiness(ctx: Pick<Context, 'orm'>, scope: BusinessScope): Promise<BusinessId> {
  const [only, second] = await findFirstBusinesses(ctx.orm.em.fork(), { ...scope, most: 2 })
  if (!only || second) throw new BusinessRequired()
  return only.id
}

/** Requests that arrive together read their businesses together. */
const findNamed = gathered({
  most: MOST_BUSINESSES,
  work: (orm, wanted: readonly (BusinessScope & { id: BusinessId })[]) => findStoredBusinesses(orm.em.fork(), { wanted }),
})
