import type { PlannedBusiness } from '@gateway/contract/portal/operator-decisions'
import { type BusinessSearch, listAnyPlans } from '@gateway/db/businesses/owner-queries'
import type { Context } from '../../kernel/context.ts'

/** A page of the businesses of all merchants, newest first, with their plans and owners. */
export async function listAnyBusinesses(
  ctx: Pick<Context, 'orm'>,
  search: BusinessSearch,
): Promise<{ businesses: PlannedBusiness[]; total: number }> {
  const { rows, total } = await listAnyPlans(ctx.orm.em.fork(), search)
  return { businesses: rows, total }
}
