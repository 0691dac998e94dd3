import type { CardRefundEntity } from '@gateway/db/cards/card-refund.entity'
import type { Em } from '@gateway/db/orm'
import { feeRefundDueMinor } from '@gateway/domain/cards/card-money'
import type { CardRefundState } from '@gateway/domain/cards/card-refund'
import { refundInput, restoreEscrowInput, restorePaymentInput } from '@gateway/domain/cards/rules'
import type { EscrowSums } from '@gateway/domain/ledger/card-position'
import type { EmailContext } from '../../accounts/emails/queue-email.ts'
import type { Context } from '../../kernel/context.ts'
import { sendCardReceipt } from '../charges/send-card-receipt.ts'
import { advanceCards, type Card } from '../lifecycle/advance-cards.ts'
import { holdCard } from '../lifecycle/hold-card.ts'
import { planIntent } from '../lifecycle/plan-intent.ts'
import { isTransferred, moneyOf } from '../lifecycle/standing.ts'
import { bookMove, holdIfOwed } from '../escrows/book-move.ts'
import { planReversal } from '../escrows/plan-reversal.ts'

type Refunding = Pick<Context, 'ids' | 'clock' | 'log'> & EmailContext
type Refunded = Card & { readonly refund: CardRefundEntity }

/**
 * Writes what follows from a refund that has succeeded, which the sums of its payment count already: states and event, the ledger where the money was the
 * platform's (L13), and the plan of what goes back with it: the fee of a direct payment, or a part of the transfer of a released escrow.
 */
export async function refundSucceeded(em: Em, ctx: Refunding, { refund, payment, escrow }: Refunded): Promise<void> {
  const input = refundInput(moneyOf(payment))
  if (escrow) await bookRefund(em, ctx, { refund, payment, escrow, kind: 'card_refund', goneMinor: refund.amountMinor })
  if (isTransferred(escrow)) await planReversal(em, ctx, { payment, escrow, ref: refund.id })
  if (!escrow) await planFeeRefund(em, ctx, { refund, payment, escrow })
  await advanceCards(em, ctx, { payment, escrow, inputs: [input], escrowInputs: [input], shown: { refund } })
  await sendCardReceipt(em, ctx, { payment, kind: 'card_refunded', amountMinor: refund.amountMinor })
}

/**
 * Writes what follows from a refund that has failed, before or after it had succeeded. It has kept its amount from a release, so the merchant is told afresh
 * before the end of a hold refunds that. A refund of the end of a hold is made again only when an operator has settled why it failed.
 */
export async function refundFailed(
  em: Em,
  ctx: Refunding,
  { before, ...failed }: Refunded & { readonly before: CardRefundState },
): Promise<void> {
  const { refund, payment, escrow } = failed
  if (escrow) escrow.noticedAt = null
  if (before === 'succeeded') await refundReturned(em, ctx, failed)
  else await advanceCards(em, ctx, { payment, escrow })
  if (isOfHoldEnd(refund, escrow)) await holdCard(em, ctx, { payment, escrow, reason: 'hold_end_refused', alarm: 'card_hold_end_refused' })
}

/** True of a refund of an escrow whose hold had ended without a release: it was made by that end, or by somebody at the processor itself. */
const isOfHoldEnd = ({ createdAt }: Refunded['refund'], escrow: Refunded['escrow']): boolean =>
  escrow !== null && escrow.transferredMinor === 0n && escrow.refundAt !== null && escrow.refundAt <= createdAt

/** Undoes a refund that has failed after it had succeeded: the bank has returned the money. */
async function refundReturned(em: Em, ctx: Refunding, { refund, payment, escrow }: Refunded): Promise<void> {
  const { id: paymentId } = payment
  if (escrow) await bookRefund(em, ctx, { refund, payment, escrow, kind: 'card_refund_failed', goneMinor: -refund.amountMinor })
  if (isTransferred(escrow)) ctx.log.error({ paymentId, alarm: 'card_refund_returned' }, 'a refund came back after its escrow was released')
  const money = { ...moneyOf(payment), transferredMinor: escrow?.transferredMinor ?? 0n }
  const isDisputed = payment.state === 'disputed'
  await advanceCards(em, ctx, {
    payment,
    escrow,
    inputs: isDisputed ? [] : [restorePaymentInput(money)],
    escrowInputs: escrow?.state === 'disputed' ? [] : [restoreEscrowInput(money)],
  })
  if (escrow) await holdIfOwed(em, ctx, { payment, escrow })
}

/** Books a refund of an escrow that has succeeded or failed after that; `goneMinor` is what has left by it. */
async function bookRefund(
  em: Em,
  ctx: Refunding,
  { refund, goneMinor, kind, ...card }: Refunded & { readonly goneMinor: bigint; readonly kind: 'card_refund' | 'card_refund_failed' },
): Promise<void> {
  const before = (sums: EscrowSums) => ({ ...sums, goneMinor: sums.goneMinor - goneMinor })
  await bookMove(em, ctx, { ...card, kind, ref: refund.processorRefundId ?? refund.id, before })
}

/** Plans what of the application fee goes back, so that exactly the fee of what is left stays; it counts as returned from its plan on. */
async function planFeeRefund(em: Em, ctx: Refunding, { refund, payment }: Refunded): Promise<void> {
  const dueMinor = feeRefundDueMinor(moneyOf(payment), payment.feeReturnedMinor)
  if (dueMinor === 0n) return
  const id = await planIntent(em, ctx, { purpose: 'card_fee_refund', ref: refund.id, payment, amountMinor: dueMinor })
  if (id !== undefined) payment.feeReturnedMinor += dueMinor
}
