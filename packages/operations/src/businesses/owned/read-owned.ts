import type { Owned, OwnerScope, Where } from '@gateway/db/kernel/owned'
import type { PageBounds } from '@gateway/db/kernel/read-page'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import type { BusinessId } from '@gateway/domain/kernel/id'
import type { Context } from '../../kernel/context.ts'
import { businessScope } from '../business-scope.ts'
import { resolveBusiness } from '../resolve-business.ts'

/** An object that a caller names. */
export interface Named<Row> {
  readonly of: Owned<Row>
  readonly actor: Actor
  readonly id: string
}

/** An object of the caller: `getOwned(ctx, { of: ownLabels, actor, id })`. @throws {NotFound} also when it belongs to another merchant. */
export async function getOwned<Row>(ctx: Pick<Context, 'orm'>, { of, actor, id }: Named<Row>): Promise<Row> {
  const found = await of.find(ctx.orm.em.fork(), { ...businessScope(actor), id })
  if (!found) throw new NotFound(of.noun)
  return found
}

/** Which objects to list. */
interface Listing<Row> extends Pick<Named<Row>, 'of' | 'actor'> {
  readonly filter: PageBounds & { readonly businessId?: BusinessId | undefined }
  /** Their members that are given equal these. */
  readonly where?: Where<Row>
}

/**
 * A page of the caller's objects, newest first; without a business those of all the caller's businesses:
 * `listOwned(ctx, { of: ownLabels, actor, filter: input, where: { state: input.status } })`.
 *
 * @throws {ForbiddenBusiness} when the credential does not act for the named business.
 */
export async function listOwned<Row>(
  ctx: Pick<Context, 'orm'>,
  { of, actor, filter: { businessId, limit, offset }, where = {} }: Listing<Row>,
): Promise<{ rows: Row[]; total: number }> {
  return of.list(ctx.orm.em.fork(), { scope: await listedScope(ctx, { actor, businessId }), where, bounds: { limit, offset } })
}

/** What a caller may list: of one business, if it names one, else of all of theirs. @throws {ForbiddenBusiness} */
export async function listedScope(
  ctx: Pick<Context, 'orm'>,
  { actor, businessId }: { actor: Actor; businessId: BusinessId | undefined },
): Promise<OwnerScope> {
  const scope = businessScope(actor)
  return businessId === undefined ? scope : { ...scope, businessId: (await resolveBusiness(ctx, { actor, businessId })).id }
}
