import { type BusinessScope, findFirstBusinesses, type StoredBusiness } from '@gateway/db/businesses/business-queries'
import { findStoredBusinesses } from '@gateway/db/businesses/creation-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Business } from '@gateway/domain/businesses/business'
import { BusinessRequired, ForbiddenBusiness, NoBusinessYet } from '@gateway/domain/businesses/errors'
import type { BusinessId } from '@gateway/domain/kernel/id'
import type { Endpoint } from '../events/publish-events.ts'
import type { Context } from '../kernel/context.ts'
import { batched } from '../kernel/batch-calls.ts'
import { homeScope, seenBy } from './business-scope.ts'

const MAX_BUSINESSES = 100

/**
 * The business of a request: the one it names, else the key's own, else the merchant's only one.
 *
 * @param input.businessId - from a body or query; must be spelled like an id.
 * @throws {ForbiddenBusiness} when the actor does not act for the named business, whether or not it exists.
 * @throws {BusinessRequired} when none is named and the merchant has several.
 * @throws {NoBusinessYet} when none is named and the merchant has none.
 */
export async function resolveBusiness(
  ctx: Pick<Context, 'orm'>,
  request: { actor: Actor; businessId?: BusinessId | undefined },
): Promise<Business> {
  return (await resolveWithEndpoints(ctx, request)).business
}

/** A business, and the endpoints of its events: none while its webhook is switched off or has no URL. */
export interface WithEndpoints {
  readonly business: Business
  readonly endpoints: readonly Endpoint[]
}

type Request = { readonly actor: Actor; readonly businessId?: BusinessId | undefined }

/** The same with its endpoint, switched on or off. */
export async function resolveStored(ctx: Pick<Context, 'orm'>, { actor, businessId }: Request): Promise<StoredBusiness> {
  const scope = homeScope(actor)
  const id = businessId ?? scope.businessId ?? (await getOnlyId(ctx, scope))
  const stored = await findNamed(ctx.orm, { ...scope, id })
  if (!stored) throw new ForbiddenBusiness()
  return { ...stored, business: seenBy(actor, stored.business) }
}

async function getOnlyId(ctx: Pick<Context, 'orm'>, scope: BusinessScope): Promise<BusinessId> {
  const [only, second] = await findFirstBusinesses(ctx.orm.em.fork(), { ...scope, most: 2 })
  if (!only) throw new NoBusinessYet()
  if (second) throw new BusinessRequired()
  return only.id
}

/** The same with the endpoints of its events. */
export async function resolveWithEndpoints(ctx: Pick<Context, 'orm'>, request: Request): Promise<WithEndpoints> {
  const { business, webhook } = await resolveStored(ctx, request)
  const isOn = webhook.url !== null && webhook.disabledAt === null
  return { business, endpoints: isOn ? [{ id: webhook.id, businessId: business.id, events: webhook.events }] : [] }
}

/** Batches the business lookups of concurrent requests. */
const findNamed = batched({
  most: MAX_BUSINESSES,
  work: (orm, wanted: readonly (BusinessScope & { id: BusinessId })[]) => findStoredBusinesses(orm.em.fork(), { wanted }),
})
