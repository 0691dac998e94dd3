import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { fiatDecimals } from '@gateway/domain/money/fiat'
import type { RefundSum } from '@gateway/domain/payments/refundable'
import { type EmailedPayer, emailPayer } from '../../../businesses/email-payer.ts'
import type { Context } from '../../../kernel/context.ts'
import type { RefundOffer } from './new-offer.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
/** Longer than a refund is paid after the end of its offer. */
const ARRIVAL_DAYS = 90

/** A new refund whose payer has an e-mail address. */
interface EmailedRefund {
  readonly payment: Pick<PaymentEntity, 'businessId' | 'description' | 'asset' | 'currency'>
  readonly payer: EmailedPayer
  readonly sum: RefundSum
  readonly offer: RefundOffer
  /** The address that the merchant has named; null while the payer is asked for one. */
  readonly address: string | null
  readonly reason: string | null
  readonly arrivalEmailId: string
}

/**
 * Queues the payer's e-mail with the link, and another that tells of the arrival: the address of the payer is known only now, and sealed in both. The second is
 * sent once the scanner makes it due, because all has arrived; the day on which it is due otherwise is the end of its use, so that it is never sent without.
 *
 * @throws {InvalidField} for a payer without an e-mail address.
 */
export async function emailRefund(
  em: Em,
  ctx: Pick<Context, 'ids' | 'clock'>,
  { payment, payer, sum, offer, address, reason, arrivalEmailId }: EmailedRefund,
): Promise<void> {
  const { businessId, description, asset, currency } = payment
  const { offerEndsAt } = offer.terms
  const facts = {
    paidBy: 'merchant',
    description,
    reason,
    amount: formatUnits(sum.units, assetOf(asset).decimals),
    asset,
    price: formatUnits(sum.fiatMinor, fiatDecimals[currency]),
    currency,
    path: offer.path,
  } as const
  const link = { ...facts, kind: 'refund_link', address, endsAt: offerEndsAt.toISOString() } as const
  await emailPayer(em, ctx, { businessId, payer, facts: link, usefulUntil: offerEndsAt })
  const last = new Date(offerEndsAt.getTime() + ARRIVAL_DAYS * DAY_MS)
  const arrival = { ...facts, kind: 'refund_arrived' } as const
  await emailPayer(em, ctx, { businessId, payer, id: arrivalEmailId, facts: arrival, dueAt: last, usefulUntil: last })
}
