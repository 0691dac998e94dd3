import type { SeenPaymentRefund } from '@gateway/contract/payment-refunds'
import { findRefundTransfers } from '@gateway/db/payments/assisted/assisted-refund-queries'
import type { AssistedRefundEntity } from '@gateway/db/payments/assisted/assisted-refund.entity'
import type { Em } from '@gateway/db/orm'
import { actorName } from '@gateway/domain/accounts/merchant'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { findMove } from '@gateway/domain/kernel/machine'
import { returnMachine } from '@gateway/domain/payments/refund'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { Context } from '../../kernel/context.ts'
import { advanceAssistedRefunds } from '../lifecycle/advance-assisted-refunds.ts'
import { cancelWithin } from '../refunds/cancel-refund.ts'
import { readRefunds } from '../refunds/shared/read-refunds.ts'
import { changeRefund, type RefundCommand } from './change-refund.ts'
import { seeOneRefund } from './list-payment-refunds.ts'

/**
 * Cancels a refund of a payment, whoever pays it. Held money stays held. One that the merchant pays is not looked for any more, and what was paid of it stays
 * refunded; while a transfer to it is not final it goes on.
 *
 * @throws {NotFound} also for another merchant's payment, and for another payment's refund.
 * @throws {InvalidState} when it has ended, when it is being paid by the gateway, and while one of its transfers is not final.
 */
export const cancelPaymentRefund = (ctx: Context, command: RefundCommand): Promise<SeenPaymentRefund> =>
  changeRefund(ctx, command, async (em, { payment, refund }) => {
    const { refundId, actor } = command
    const by = actorName(actor)
    if (refund) await cancelAssisted(em, ctx, { refund, by })
    else await cancelHeld(em, ctx, { paymentId: payment.id, refundId, by })
    return seeOneRefund(em, ctx, { payment, refundId })
  })

async function cancelAssisted(em: Em, ctx: Context, { refund, by }: { refund: AssistedRefundEntity; by: string }): Promise<void> {
  const { id, paymentId, state, address, paidUnits } = refund
  const transfers = await findRefundTransfers(em, { refundIds: [id] })
  if (transfers.some((transfer) => transfer.state === 'included'))
    throw new InvalidState(state, 'cancel a refund whose payment is not final')
  const patch = { endedAt: ctx.clock.now(), endReason: 'cancelled' }
  const cancelled = await advanceAssistedRefunds(em, { ids: [id], input: 'cancel', patch })
  if (cancelled.length === 0) throw new InvalidState(state, 'cancel the refund')
  const details = { refund: id, was: state, address, paidUnits: String(paidUnits) }
  await writeAuditEntry(em, ctx, { actor: by, action: 'refund.cancel', subjectId: paymentId, details })
}

async function cancelHeld(
  em: Em,
  ctx: Context,
  { paymentId, refundId, by }: { paymentId: string; refundId: string; by: string },
): Promise<void> {
  const known = (await readRefunds(em, { paymentId })).find(({ refund }) => refund.id === refundId)
  if (!known) throw new NotFound('refund')
  const { state } = known.refund
  if (findMove(returnMachine, state, 'withdraw') === undefined) throw new InvalidState(state, 'cancel the refund')
  await cancelWithin(em, ctx, { of: { paymentId }, by, id: refundId })
}
