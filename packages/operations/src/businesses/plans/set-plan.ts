import { businessSubject } from '@gateway/contract/rooms/businesses'
import { lockAnyBusiness } from '@gateway/db/businesses/business-queries'
import { tables } from '@gateway/db/tables'
import type { PlanCode } from '@gateway/domain/businesses/plan'
import { NotFound } from '@gateway/domain/kernel/error'
import type { BusinessId } from '@gateway/domain/kernel/id'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import { announceBusiness } from '../../events/publish-events.ts'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'

/** An operator's decision about the plan of a business. */
export interface PlanDecision {
  readonly businessId: BusinessId
  readonly plan: PlanCode
  readonly by: `operator:${string}`
}

/**
 * Moves a business to a plan and emits `business.updated`. Its quota applies from the next creation; existing payments keep their fee.
 *
 * @returns the former plan; the same one changes nothing.
 * @throws {NotFound}
 */
export async function setPlan(
  ctx: Pick<Context, 'orm' | 'ids' | 'clock'>,
  { businessId, plan, by }: PlanDecision,
): Promise<{ before: PlanCode }> {
  return transaction(ctx, async (em) => {
    const stored = await lockAnyBusiness(em, { id: businessId })
    if (!stored) throw new NotFound('business')
    const before = stored.business.plan
    if (before === plan) return { before }
    const business = { ...stored.business, plan, updatedAt: ctx.clock.now() }
    await tables(em).updateTable('business').set({ plan, updatedAt: business.updatedAt }).where('id', '=', businessId).execute()
    await writeAuditEntry(em, ctx, { actor: by, action: 'business.plan', subjectId: businessId, details: { before, after: plan } })
    await announceBusiness(em, ctx, { type: 'business.updated', business, data: businessSubject.present({ ...stored, business }) })
    return { before }
  })
}
