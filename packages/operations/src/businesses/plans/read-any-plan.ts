import type { PlannedBusiness } from '@gateway/contract/portal/operator-decisions'
import { findAnyPlan } from '@gateway/db/businesses/owner-queries'
import { NotFound } from '@gateway/domain/kernel/error'
import type { BusinessId } from '@gateway/domain/kernel/id'
import type { Context } from '../../kernel/context.ts'

/** A business of any merchant, with its plan and its owner. @throws {NotFound} */
export async function readAnyPlan(ctx: Pick<Context, 'orm'>, { businessId }: { businessId: BusinessId }): Promise<PlannedBusiness> {
  const found = await findAnyPlan(ctx.orm.em.fork(), { businessId })
  if (!found) throw new NotFound('business')
  return found
}
