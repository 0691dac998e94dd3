import type { SeenPaymentRefund } from '@gateway/contract/payment-refunds'
import { insertAssistedRefund, lockAssistedRefund } from '@gateway/db/payments/assisted/assisted-refund-queries'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import type { AssistedRefund } from '@gateway/domain/payments/assisted-refund'
import { type RefundPrice, type RefundSum, sumOfRefund, type WantedRefund } from '@gateway/domain/payments/refundable'
import { writeAuditEntry } from '../../../accounts/audit/write-audit-entry.ts'
import type { Context } from '../../../kernel/context.ts'
import { emailRefund } from './email-refund.ts'
import { nameTransactionWithin, readTxHash } from '../name-transaction-within.ts'
import { nameWithin } from '../name-within.ts'
import { newOffer, type RefundOffer } from './new-offer.ts'
import { type Refundable, requireLeft } from '../read-refundable.ts'
import type { StartedRefund } from '../refund-request.ts'
import { seeAssisted } from '../see-assisted.ts'

/** A refund of money that is the merchant's, and what its amount follows from. */
interface Starting extends StartedRefund {
  readonly payment: PaymentEntity
  readonly refundable: Refundable
  readonly wanted: WantedRefund
  readonly price: RefundPrice
}

const untouched = {
  state: 'offered',
  address: null,
  watchKey: null,
  namedBy: null,
  namedAt: null,
  startHeight: null,
  asks: false,
  paidUnits: 0n,
  refundedAt: null,
  endedAt: null,
  endReason: null,
} as const satisfies Partial<AssistedRefund>

/**
 * Starts a refund that the merchant pays, and names its address and its transaction where the merchant knows them. Its caller holds `lockRefundsOf`.
 *
 * @throws {NotReturnable} {InvalidAmount} {InvalidField}
 */
export async function startAssisted(
  em: Em,
  ctx: Context,
  { payment, request, address, by, ...amount }: Starting,
): Promise<SeenPaymentRefund> {
  const { refundable, wanted, price } = amount
  const txId = request.txHash === undefined ? undefined : readTxHash(payment.chain, request.txHash)
  requireLeft(payment, refundable)
  const sum = sumOfRefund(wanted, { payment, rate: request.rate, price, leftUnits: refundable.leftUnits })
  const offer = newOffer(ctx, request)
  const id = ctx.ids.uuid()
  const arrivalEmailId = request.payer === undefined ? null : ctx.ids.uuid()
  await insertAssistedRefund(em, { ...rowOf({ id, payment, request, by, sum, offer }), arrivalEmailId })
  await writeStart(em, ctx, { id, payment, request, by, sum })
  if (address !== undefined)
    await nameWithin(em, ctx, { refund: { id, paymentId: payment.id, chain: payment.chain, state: 'offered' }, address, by })
  if (txId !== undefined) await nameTransactionWithin(em, ctx, { refund: { id, paymentId: payment.id, state: 'named' }, txId, by })
  const { payer, reason = null } = request
  const letters = { payment, sum, offer, address: address ?? null, reason }
  if (payer && arrivalEmailId !== null) await emailRefund(em, ctx, { ...letters, payer, arrivalEmailId })
  const refund = await lockAssistedRefund(em, { id })
  if (!refund) throw new Error(`payment ${payment.id} has no refund ${id}`)
  return seeAssisted(em, ctx, { payment, refund, links: offer.links })
}

/** A new refund by its id and its amount. */
interface NewRefund extends Pick<Starting, 'payment' | 'request' | 'by'> {
  readonly id: string
  readonly sum: RefundSum
}

const rowOf = ({
  id,
  payment,
  request,
  by,
  sum,
  offer,
}: NewRefund & { readonly offer: RefundOffer }): Omit<AssistedRefund, 'arrivalEmailId'> => ({
  ...untouched,
  ...sum,
  ...offer.terms,
  id,
  paymentId: payment.id,
  businessId: payment.businessId,
  chain: payment.chain,
  asset: payment.asset,
  rate: request.rate,
  reason: request.reason ?? null,
  offeredBy: by,
  offeredAt: offer.at,
})

async function writeStart(em: Em, ctx: Pick<Context, 'ids' | 'clock'>, { id, payment, request, by, sum }: NewRefund): Promise<void> {
  const { rate, reason, payer } = request
  const amount = { units: String(sum.units), fiatMinor: String(sum.fiatMinor), currency: payment.currency, rate }
  const details = { refund: id, ...amount, ...(payer && { emailed: payer.language }), ...(reason !== undefined && { reason }) }
  await writeAuditEntry(em, ctx, { actor: by, action: 'refund.start', subjectId: payment.id, details })
}
