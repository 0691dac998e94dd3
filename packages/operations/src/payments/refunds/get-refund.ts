import { findRail } from '@gateway/chains/registry'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import { findPayment } from '@gateway/db/payments/queries'
import type { RefundEntity } from '@gateway/db/payments/refund.entity'
import { findRefundPayout, type RefundPayoutRows } from '@gateway/db/payments/refund-queries'
import type { Em } from '@gateway/db/orm'
import { NotFound } from '@gateway/domain/kernel/error'
import type { PayerRefund, PayerRefundState, RefundDelay } from '@gateway/domain/payments/payer-refund'
import type { Context } from '../../kernel/context.ts'
import { heldReasonOf, isOver } from '../held-deposits.ts'
import { readSnapshot } from '../read-snapshot.ts'
import { estimateRefund, type RefundEstimate } from './estimate-refund.ts'
import { findByLink } from './refund-link.ts'

type ReadContext = Pick<Context, 'orm' | 'clock' | 'rails'>

const UNCLAIMED: RefundPayoutRows = { intent: undefined, attempt: undefined, pinUsableAt: null }

/**
 * A refund as its payer may see it, by the token of its link. It changes nothing, because mail scanners open links too.
 *
 * Everything is read in one snapshot: a payout that is planned meanwhile would leave an amount of nothing.
 *
 * @throws {NotFound} alike for a link that is unknown, expired or withdrawn.
 */
export const getRefund = (ctx: ReadContext, { token }: { token: string }): Promise<PayerRefund> =>
  readSnapshot(ctx.orm, (em) => readPayerRefund(em, ctx, token))

async function readPayerRefund(em: Em, ctx: ReadContext, token: string): Promise<PayerRefund> {
  const refund = await findByLink(em, { token, now: ctx.clock.now() })
  const payment = await findPayment(em, { id: refund.paymentId })
  const rail = payment && findRail(ctx.rails, payment.asset)
  if (!payment || !rail) throw new NotFound('return')
  const rows = refund.payoutTermsId === null ? UNCLAIMED : await findRefundPayout(em, refund)
  const state = stateOf(refund, payment)
  const payableAt = payableAtOf(refund, rows)
  return {
    state,
    paymentId: payment.id,
    businessName: payment.businessName,
    description: payment.description,
    mode: payment.mode,
    asset: payment.asset,
    network: rail.network,
    reason: heldReasonOf(payment),
    ...(planOf(rows) ?? (await estimateRefund(em, ctx, payment))),
    offerEndsAt: refund.offerEndsAt,
    address: refund.address,
    payableAt,
    delay: state === 'claimed' && payableAt && ctx.clock.now() >= payableAt ? delayOf(refund) : null,
    payout: payoutOf(rows, rail.explorerTx),
  }
}

/** A refund whose money has left stays what it is; before that a completed payment has overtaken it. */
function stateOf(refund: RefundEntity, payment: PaymentEntity): PayerRefundState {
  if (refund.state === 'withdrawn') throw new NotFound('return')
  if (refund.state === 'paying' || refund.state === 'returned') return refund.state
  return isOver(payment) ? refund.state : 'overtaken'
}

/** The amounts of a planned payout; undefined before it. */
function planOf({ intent, attempt }: RefundPayoutRows): RefundEstimate | undefined {
  if (!intent) return undefined
  return { units: intent.units, networkFeeUnits: attempt?.feeUnits ?? intent.networkFeeUnits, isWorthSending: true }
}

/** The signer counts for itself, from its pin; the later end is the earliest payout. */
function payableAtOf({ usableAt }: RefundEntity, { pinUsableAt }: RefundPayoutRows): Date | null {
  if (usableAt === null) return null
  return pinUsableAt !== null && pinUsableAt > usableAt ? pinUsableAt : usableAt
}

const delayOf = ({ holdReason }: RefundEntity): RefundDelay => (holdReason === 'below_cost_of_forwarding' ? 'network_fee' : 'check')

/** A signed transaction is shown once it is broadcast: before that no one could find it. */
function payoutOf({ attempt }: RefundPayoutRows, explorerTx: string | undefined): PayerRefund['payout'] {
  if (!attempt || attempt.state === 'signed') return null
  return { txId: attempt.handle, explorerUrl: explorerTx === undefined ? null : `${explorerTx}${attempt.handle}` }
}
