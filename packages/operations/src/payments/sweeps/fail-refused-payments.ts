import { lockPayments } from '@gateway/db/payments/queries'
import { findRefused } from '@gateway/db/payments/sweep-queries'
import type { Em } from '@gateway/db/orm'
import { releaseUsage } from '../../businesses/plans/release-usage.ts'
import type { Context } from '../../kernel/context.ts'
import { sweepEach } from '../../kernel/sweeps/sweep-each.ts'
import { transaction } from '../../kernel/transaction.ts'
import { failPayment } from '../endings/fail-payment.ts'

/**
 * Fails the payments whose payout terms the signer rejected, so that no payer is asked to pay there, and uncounts them. A rejection is final, and
 * most of these creations were answered with an error.
 *
 * @returns how many have failed.
 */
export const failRefusedPayments = (ctx: Context, limit?: number): Promise<number> =>
  sweepEach(
    ctx,
    {
      name: 'refused_payments',
      limit,
      read: (page) => findRefused(ctx.orm.em.fork(), page),
      keyOf: ({ payoutTermsId }) => payoutTermsId,
      aboutOf: ({ paymentId }) => ({ paymentId }),
    },
    (one) => transaction(ctx, (em) => failOne(em, ctx, one)),
  )

async function failOne(em: Em, ctx: Context, { paymentId, reason }: { paymentId: string; reason: string }): Promise<boolean> {
  const [payment] = await lockPayments(em, [paymentId])
  if (payment?.state !== 'pending') return false
  await releaseUsage(em, payment)
  await failPayment(em, ctx, { payment, actor: 'system', action: 'payment.refuse_address', details: { reason } })
  return true
}
