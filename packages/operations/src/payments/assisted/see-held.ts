import type { SeenPaymentRefund } from '@gateway/contract/payment-refunds'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import type { Context } from '../../kernel/context.ts'
import { refundedPayment } from '../refunds/payment-refunds.ts'
import { refundStatus } from '../refunds/refund-status.ts'
import { estimateRefund } from '../refunds/shared/estimate-refund.ts'
import type { KnownRefund } from '../refunds/shared/read-refunds.ts'

/** A refund of held money of a payment, and the reason and the link in the answer that creates them. */
interface Seeing {
  readonly payment: PaymentEntity
  readonly known: KnownRefund
  readonly reason?: string | undefined
  readonly refundUrl?: string | undefined
}

/** A refund of held money, which the gateway sends, as it is answered. */
export async function seeHeld(
  em: Em,
  ctx: Pick<Context, 'clock' | 'rails'>,
  { payment, known: { refund, payout }, reason, refundUrl }: Seeing,
): Promise<SeenPaymentRefund> {
  const units =
    payout.intent?.units ?? (refund.state === 'withdrawn' ? null : (await estimateRefund(em, ctx, refundedPayment(payment))).units)
  const paidUnits = refund.state === 'returned' ? (units ?? 0n) : 0n
  return {
    id: refund.id,
    paymentId: payment.id,
    paidBy: 'gateway',
    currency: payment.currency,
    fiatMinor: null,
    rate: null,
    asset: payment.asset,
    units,
    paidUnits,
    address: refund.address,
    status: refundStatus(refund, ctx.clock.now()),
    refundUrl: refundUrl ?? null,
    payUrl: null,
    transfers: payoutOf(payout, units),
    transactions: [],
    reason: reason ?? null,
    payableFrom: refund.usableAt,
    expiresAt: refund.offerEndsAt,
    createdAt: refund.offeredAt,
  }
}

/** Before it is broadcast nobody could find it. */
function payoutOf({ attempt }: KnownRefund['payout'], units: bigint | null): SeenPaymentRefund['transfers'] {
  if (!attempt || attempt.state === 'signed' || units === null) return []
  return [
    {
      txId: attempt.handle,
      units: units - (attempt.feeUnits ?? 0n),
      state: attempt.state === 'final' ? 'final' : 'included',
      isCounted: true,
    },
  ]
}
