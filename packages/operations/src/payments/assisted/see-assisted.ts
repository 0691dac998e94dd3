import type { SeenPaymentRefund } from '@gateway/contract/payment-refunds'
import { findAskedTransfers, findRefundTransactions, findRefundTransfers } from '@gateway/db/payments/assisted/assisted-refund-queries'
import type { AssistedRefundEntity } from '@gateway/db/payments/assisted/assisted-refund.entity'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { RefundTransferEntity } from '@gateway/db/payments/assisted/refund-transfer.entity'
import type { Em } from '@gateway/db/orm'
import type { Context } from '../../kernel/context.ts'
import { shownState } from './shown-state.ts'

const MAX_ASKED = 50

/** The addresses of a refund's two pages, which are shown once. */
export interface RefundLinks {
  readonly refundUrl: string
  readonly payUrl: string
}

/** A refund that the merchant pays, its payment, and its links in the answer that creates them. */
interface Seeing {
  readonly payment: Pick<PaymentEntity, 'currency' | 'createdAt'>
  readonly refund: AssistedRefundEntity
  readonly links?: RefundLinks | undefined
}

/** A refund that the merchant pays as it is answered, with its transfers and those at its address that could be its own. */
export async function seeAssisted(
  em: Em,
  { clock }: Pick<Context, 'clock'>,
  { payment, refund, links }: Seeing,
): Promise<SeenPaymentRefund> {
  const of = { refundIds: [refund.id] }
  const [counted, asked, transactions] = [
    await findRefundTransfers(em, of),
    await findAsked(em, { payment, refund }),
    await findRefundTransactions(em, of),
  ]
  return {
    id: refund.id,
    paymentId: refund.paymentId,
    paidBy: 'merchant',
    currency: payment.currency,
    fiatMinor: refund.fiatMinor,
    rate: refund.rate,
    asset: refund.asset,
    units: refund.units,
    paidUnits: refund.paidUnits,
    address: refund.address,
    status: shownState(refund, clock.now()),
    refundUrl: links?.refundUrl ?? null,
    payUrl: links?.payUrl ?? null,
    transfers: [...counted, ...asked].map(({ txId, units, state, refundId }) => ({ txId, units, state, isCounted: refundId !== null })),
    transactions: transactions.map(({ txId, state, problem }) => ({ txId, state, problem })),
    reason: refund.reason,
    payableFrom: null,
    expiresAt: refund.offerEndsAt,
    createdAt: refund.offeredAt,
  }
}

/** Nothing asks about an address that is not watched any more. */
async function findAsked(em: Em, { payment, refund }: Pick<Seeing, 'payment' | 'refund'>): Promise<RefundTransferEntity[]> {
  if (refund.state !== 'named' && refund.state !== 'paying') return []
  return findAskedTransfers(em, { refund, since: payment.createdAt, most: MAX_ASKED })
}
