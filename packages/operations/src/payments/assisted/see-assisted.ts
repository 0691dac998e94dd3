import type { SeenPaymentRefund } from '@gateway/contract/payment-refunds'
import { findAskedTransfers, findRefundTransactions, findRefundTransfers } from '@gateway/db/payments/assisted/assisted-refund-queries'
import type { AssistedRefundEntity } from '@gateway/db/payments/assisted/assisted-refund.entity'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { RefundTransactionEntity } from '@gateway/db/payments/assisted/refund-transaction.entity'
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

/** Transfers and named transactions of refunds. */
interface RefundRecords {
  readonly transfers: readonly RefundTransferEntity[]
  readonly transactions: readonly RefundTransactionEntity[]
}

/** A refund that the merchant pays as it is answered, with its transfers and those at its address that could be its own. */
export async function seeAssisted(em: Em, ctx: Pick<Context, 'clock'>, { payment, refund, links }: Seeing): Promise<SeenPaymentRefund> {
  const [seen] = await seeAllAssisted(em, ctx, { payment, refunds: [refund] })
  if (!seen) throw new Error(`refund ${refund.id} was not read`)
  return { ...seen, refundUrl: links?.refundUrl ?? null, payUrl: links?.payUrl ?? null }
}

/** The same of several refunds of a payment; only those that are open are asked about one by one. */
export async function seeAllAssisted(
  em: Em,
  { clock }: Pick<Context, 'clock'>,
  { payment, refunds }: Pick<Seeing, 'payment'> & { readonly refunds: readonly AssistedRefundEntity[] },
): Promise<SeenPaymentRefund[]> {
  const of = { refundIds: refunds.map(({ id }) => id) }
  const [transfers, transactions] = [await findRefundTransfers(em, of), await findRefundTransactions(em, of)]
  const seen: SeenPaymentRefund[] = []
  for (const refund of refunds) {
    const own = <Row extends { readonly refundId: string | null }>(rows: readonly Row[]) =>
      rows.filter(({ refundId }) => refundId === refund.id)
    const asked = await findAsked(em, { payment, refund })
    seen.push(shown({ payment, refund, now: clock.now() }, { transfers: [...own(transfers), ...asked], transactions: own(transactions) }))
  }
  return seen
}

function shown(
  { payment, refund, now }: Omit<Seeing, 'links'> & { readonly now: Date },
  { transfers, transactions }: RefundRecords,
): SeenPaymentRefund {
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
    status: shownState(refund, now),
    refundUrl: null,
    payUrl: null,
    transfers: transfers.map(({ txId, units, state, refundId }) => ({ txId, units, state, isCounted: refundId !== null })),
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
