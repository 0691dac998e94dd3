import { readEscrowOf } from '@gateway/db/cards/card-queries'
import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import type { FeeRefundFacts, RefundFacts, ReversalFacts } from '@gateway/domain/cards/facts'
import { readFeeRefund, readRefund, readReversal } from '@gateway/providers/stripe/answers/money'
import type { Reader } from '@gateway/providers/stripe/answers/shape'
import { listAll } from '@gateway/providers/stripe/look-up'
import type { FailedCall } from '@gateway/providers/stripe/outcome'
import { feeRefundsOf, type ListRequest, refundsOf, reversalsOf } from '@gateway/providers/stripe/requests/look-ups'
import { chargedAccount } from '../lifecycle/card-holding.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'

/** Everything that went back of a payment at the processor, whoever has asked for it. */
export interface MovedBack {
  readonly refunds: readonly RefundFacts[]
  readonly feeRefunds: readonly FeeRefundFacts[]
  readonly reversals: readonly ReversalFacts[]
}

/** Reads it, or why it could not be read whole. */
export async function readMovedBack(
  ctx: ProcessorContext,
  payment: CardPaymentEntity,
): Promise<({ result: 'done' } & MovedBack) | FailedCall> {
  const { paymentIntentId, applicationFeeId, escrowId } = payment
  const escrow = await readEscrowOf(ctx.orm.em.fork(), { paymentId: payment.id })
  const transferId = escrow?.processorTransferId ?? null
  const refunds = await list(ctx, paymentIntentId === null ? null : refundsOf(paymentIntentId, chargedAccount(payment)), readRefund)
  if (refunds.result !== 'done') return refunds
  const feeRefunds = await list(ctx, escrowId !== null || applicationFeeId === null ? null : feeRefundsOf(applicationFeeId), readFeeRefund)
  if (feeRefunds.result !== 'done') return feeRefunds
  const reversals = await list(ctx, transferId === null ? null : reversalsOf(transferId), readReversal)
  if (reversals.result !== 'done') return reversals
  return { result: 'done', refunds: refunds.facts, feeRefunds: feeRefunds.facts, reversals: reversals.facts }
}

const list = async <Facts>({ processor }: ProcessorContext, of: ListRequest | null, read: Reader<Facts>) =>
  of === null ? { result: 'done' as const, facts: [] } : listAll(processor, of, read)
