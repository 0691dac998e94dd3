import { findExpiredRefunds, isExpiredRefund, lockAssistedRefund } from '@gateway/db/payments/assisted/assisted-refund-queries'
import type { AssistedRefundEntity } from '@gateway/db/payments/assisted/assisted-refund.entity'
import type { Em } from '@gateway/db/orm'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { Context } from '../../kernel/context.ts'
import { sweepEach } from '../../kernel/sweeps/sweep-each.ts'
import { transaction } from '../../kernel/transaction.ts'
import { advanceAssistedRefunds } from '../lifecycle/advance-assisted-refunds.ts'

/** Ends the offers that nobody has paid in time, so that their amounts can be refunded otherwise. @returns how many have expired. */
export const expireRefunds = (ctx: Context, limit?: number): Promise<number> =>
  sweepEach<Pick<AssistedRefundEntity, 'id' | 'paymentId'>>(
    ctx,
    {
      name: 'expired_refunds',
      limit,
      read: (page) => findExpiredRefunds(ctx.orm.em.fork(), { ...page, now: ctx.clock.now() }),
      keyOf: ({ id }) => id,
      aboutOf: ({ paymentId }) => ({ paymentId }),
    },
    ({ id }) =>
      transaction(ctx, async (em) => {
        const refund = await lockAssistedRefund(em, { id })
        return refund !== undefined && expireWithin(em, ctx, refund)
      }),
  )

/** Ends a locked refund whose offer is over, if nothing was paid of it. @returns true when it has expired now. */
export async function expireWithin(em: Em, ctx: Pick<Context, 'ids' | 'clock'>, refund: AssistedRefundEntity): Promise<boolean> {
  const now = ctx.clock.now()
  if (!(await isExpiredRefund(em, { id: refund.id, now }))) return false
  const expired = await advanceAssistedRefunds(em, { ids: [refund.id], input: 'expire', patch: { endedAt: now, endReason: 'expired' } })
  if (expired.length === 0) return false
  const details = { refund: refund.id, was: refund.state, address: refund.address }
  await writeAuditEntry(em, ctx, { actor: 'system', action: 'refund.expire', subjectId: refund.paymentId, details })
  return true
}
