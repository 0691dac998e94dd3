import type { AssistedRefundEntity } from '@gateway/db/payments/assisted/assisted-refund.entity'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import { lockPayments } from '@gateway/db/payments/queries'
import {
  findPaymentsOfRefunds,
  lockAssistedRefunds,
  setPaidUnits,
  sumRefundTransfers,
} from '@gateway/db/payments/assisted/refund-transfer-queries'
import type { Em } from '@gateway/db/orm'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import { assessRefund, type RefundAssessment, type RefundSums } from '@gateway/domain/payments/assess-refund'
import type { Quote } from '@gateway/domain/rates/quote'
import { wakeEmail } from '../../../accounts/emails/wake-email.ts'
import type { Context } from '../../../kernel/context.ts'
import { readQuotes } from '../../../rates/read-quotes.ts'
import { advanceAssistedRefunds } from '../../lifecycle/advance-assisted-refunds.ts'
import { advancePayments } from '../../lifecycle/advance-payments.ts'
import { writeRefundInputs } from './write-refund-inputs.ts'

/** Refunds whose transfers have changed. */
interface Recounted {
  readonly ids: readonly string[]
  readonly view: ChainView
}

const NOTHING: RefundSums = { countedUnits: 0n, finalUnits: 0n }

/**
 * Counts refunds again by their transfers, in the caller's transaction: their states, what they have paid, and what their payments have given back.
 * `payment.refunded` is emitted when a refund is complete for the first time, `payment.updated` when it counts otherwise.
 *
 * @returns the refunds that were complete and are not any more.
 */
export async function recountAssistedRefunds(em: Em, ctx: Context, { ids, view }: Recounted): Promise<string[]> {
  if (ids.length === 0) return []
  const payments = await lockPayments(em, await findPaymentsOfRefunds(em, ids))
  const refunds = await lockAssistedRefunds(em, ids)
  const [sums, quotes] = [await sumRefundTransfers(em, ids), await readQuotes(em, payments)]
  const shrunk: string[] = []
  for (const refund of refunds) {
    const payment = payments.find(({ id }) => id === refund.paymentId)
    const quote = payment && quotes.get(payment.quoteId)
    if (!payment || !quote) continue
    const own = { refund, payment, quote, view, sums: sums.get(refund.id) ?? NOTHING }
    if (await recountOne(em, ctx, { ...own, assessment: assessRefund(refund, own.sums) })) shrunk.push(refund.id)
  }
  return shrunk
}

/** A locked refund of a locked payment, with what its transfers make of it. */
interface Recount extends Pick<Recounted, 'view'> {
  readonly refund: AssistedRefundEntity
  readonly payment: PaymentEntity
  readonly quote: Quote
  readonly sums: RefundSums
  readonly assessment: RefundAssessment
}

/** @returns whether it was complete and is not any more. */
async function recountOne(em: Em, ctx: Context, recount: Recount): Promise<boolean> {
  const { refund, sums, assessment } = recount
  const { inputs } = assessment
  await moveRefund(em, ctx, recount)
  await writeRefundInputs(em, ctx, { refund, inputs, sums })
  await movePayment(em, ctx, recount)
  return refund.state === 'refunded' && inputs.length > 0
}

/** Writes what a refund has paid with its state, and has its payer told when it is complete for the first time. */
async function moveRefund(em: Em, ctx: Context, { refund, assessment: { paidUnits, inputs } }: Recount): Promise<void> {
  const refundedAt = refund.refundedAt ?? ctx.clock.now()
  for (const input of inputs)
    await advanceAssistedRefunds(em, { ids: [refund.id], input, patch: { paidUnits, ...(input === 'complete' && { refundedAt }) } })
  if (inputs.length === 0 && paidUnits !== refund.paidUnits) await setPaidUnits(em, { id: refund.id, paidUnits })
  if (refund.arrivalEmailId !== null && isFirstCompletion(refund, inputs)) await wakeEmail(em, ctx, refund.arrivalEmailId)
}

/** Counts for the payment what the refund has paid more, or less, than before, and announces it. */
async function movePayment(em: Em, ctx: Context, { refund, payment, quote, view, assessment }: Recount): Promise<void> {
  const { paidUnits, inputs } = assessment
  if (paidUnits === refund.paidUnits) return
  payment.refundedUnits += paidUnits - refund.paidUnits
  await advancePayments(em, ctx, [{ payment, inputs: [isFirstCompletion(refund, inputs) ? 'refund' : 'update'], quote, view }])
}

const isFirstCompletion = ({ refundedAt }: AssistedRefundEntity, inputs: RefundAssessment['inputs']): boolean =>
  refundedAt === null && inputs.includes('complete')
