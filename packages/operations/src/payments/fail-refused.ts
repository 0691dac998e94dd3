import { lockPayments } from '@gateway/db/payments/queries'
import { findRefused } from '@gateway/db/payments/sweep-queries'
import type { Em } from '@gateway/db/orm'
import { giveBackUsage } from '../businesses/give-back-usage.ts'
import type { Context } from '../context.ts'
import { transaction } from '../transaction.ts'
import { giveUpAddress } from './give-up-address.ts'
import { freshCursors, type SweepCursors } from './sweep-cursors.ts'
import { sweepEach } from './sweep-each.ts'

/**
 * Ends the payments whose address the signer refuses to pay from: each fails, so that nobody is asked to pay there, and counts for no plan. A refusal is
 * for ever, and most of these creations were answered with an error.
 *
 * @returns how many have failed.
 */
export async function failRefused(ctx: Context, cursors: SweepCursors = freshCursors()): Promise<number> {
  const em = ctx.orm.em.fork()
  const refused = await cursors.next(
    'refused',
    (page) => findRefused(em, page),
    ({ commitId }) => commitId,
  )
  return sweepEach(ctx, refused, (one) => transaction(ctx, (inner) => failOne(inner, ctx, one)))
}

async function failOne(em: Em, ctx: Context, { paymentId, reason }: { paymentId: string; reason: string }): Promise<boolean> {
  const [payment] = await lockPayments(em, [paymentId])
  if (payment?.state !== 'pending') return false
  await giveBackUsage(em, payment)
  await giveUpAddress(em, ctx, { payment, actor: 'system', action: 'payment.refuse_address', details: { reason } })
  return true
}
