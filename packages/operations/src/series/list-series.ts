import type { ListSeriesInput } from '@gateway/contract/series-inputs'
import { listSeries as findPage } from '@gateway/db/series/queries'
import type { SeriesEntity } from '@gateway/db/series/series.entity'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { businessScope } from '../businesses/business-scope.ts'
import { resolveBusiness } from '../businesses/resolve-business.ts'
import type { Context } from '../kernel/context.ts'

/**
 * A page of the caller's series, newest first; without a business those of all the caller's businesses.
 *
 * @throws {ForbiddenBusiness} when the credential does not act for the named business.
 */
export async function listSeries(
  ctx: Context,
  { actor, filter: { businessId, status, ...bounds } }: { actor: Actor; filter: ListSeriesInput },
): Promise<{ rows: SeriesEntity[]; total: number }> {
  const named = businessId === undefined ? undefined : (await resolveBusiness(ctx, { actor, businessId })).id
  const scope = businessScope(actor)
  return findPage(ctx.orm.em.fork(), { ...scope, businessId: named ?? scope.businessId, status, bounds })
}
