import type { SeenCardRefund } from '@gateway/contract/cards'
import type { RefundCardInput } from '@gateway/contract/cards/inputs'
import { findRefundable, readCardPayment } from '@gateway/db/cards/card-queries'
import { findIntentOf } from '@gateway/db/cards/processor/intent-queries'
import { readRefund } from '@gateway/db/cards/refund-queries'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import { businessScope } from '../../businesses/business-scope.ts'
import type { Keep } from '../../idempotency/idempotency-keys.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { withEscrowState } from '../charges/await-session.ts'
import { awaitIntent } from '../lifecycle/await-processor.ts'
import { lockCard } from '../lifecycle/lock-card.ts'
import { planRefund } from './plan-refund.ts'

interface Refunding {
  readonly actor: Actor
  readonly wish: RefundCardInput
  readonly keep?: Keep<SeenCardRefund> | undefined
}

/**
 * Refunds a card payment, direct or in escrow, whole or in part. Its amount is reserved before the processor is asked; the answer is `pending` when that
 * has no result within ten seconds.
 *
 * @throws {NotFound} also for another merchant's. @throws {InvalidState} {RefundTooLarge}
 */
export async function refundCard(ctx: ApiContext, { actor, wish, keep }: Refunding): Promise<SeenCardRefund> {
  const found = await findRefundable(ctx.orm.em.fork(), { ...businessScope(actor), name: wish.escrowId })
  if (!found) throw new NotFound('card payment')
  const refundId = await transaction(ctx, async (em) => {
    const card = await lockCard(em, { paymentId: found.id })
    const { id } = await planRefund(em, ctx, { card, wish: { amountMinor: wish.amount, reason: wish.reason } })
    if (keep) await insertTogether(em, [keep.begun(id)])
    await ctx.failpoint('beforeCreateCommit')
    return id
  })
  await ctx.failpoint('afterCreateCommit')
  return awaitRefund(ctx, { refundId })
}

/** A refund that was planned, with what the processor has said within ten seconds. @throws {NotFound} */
export async function awaitRefund(ctx: ApiContext, { refundId }: { refundId: string }): Promise<SeenCardRefund> {
  const intent = await findIntentOf(ctx.orm.em.fork(), { purpose: 'card_refund', ref: refundId })
  if (!intent) throw new NotFound('refund')
  await awaitIntent(ctx, intent.id)
  const em = ctx.orm.em.fork()
  const refund = await readRefund(em, { id: refundId })
  const payment = refund && (await readCardPayment(em, { id: refund.paymentId }))
  if (!payment) throw new NotFound('refund')
  return { refund, ...(await withEscrowState(ctx, payment)) }
}
