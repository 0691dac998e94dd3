import type { Owned, Where } from '@gateway/db/kernel/owned'
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
  const named = businessId === undefined ? {} : { businessId: (await resolveBusiness(ctx, { actor, businessId })).id }
  return of.list(ctx.orm.em.fork(), { scope: { ...businessScope(actor), ...named }, where, bounds: { limit, offset } })
}
