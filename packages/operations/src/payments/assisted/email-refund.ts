import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { fiatDecimal } from '@gateway/domain/money/fiat'
import type { RefundSum } from '@gateway/domain/payments/refundable'
import { type EmailedPayer, emailPayer } from '../../businesses/email-payer.ts'
import type { Context } from '../../kernel/context.ts'
import type { RefundOffer } from './new-offer.ts'

/** A started refund whose payer gets e-mails. */
interface Emailed {
  readonly payment: PaymentEntity
  readonly payer: EmailedPayer
  readonly sum: RefundSum
  readonly offer: RefundOffer
  /** Where it goes, as the merchant has named it; null while the payer is asked. */
  readonly address: string | null
  readonly reason: string | null
  /** The row of the second e-mail. */
  readonly arrivalEmailId: string
}

/** Longer than any refund is paid for; its arrival makes the second e-mail due. */
const ARRIVAL_DAYS = 365
const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * Queues the e-mail with the payer's link, and the one that tells of the arrival, which waits for it: only who starts a refund knows the payer.
 *
 * @throws {InvalidField} for no e-mail address, or a language without texts.
 */
export async function emailRefund(em: Em, ctx: Pick<Context, 'ids' | 'clock'>, emailed: Emailed): Promise<void> {
  const { payment, payer, offer, address, arrivalEmailId } = emailed
  const { businessId } = payment
  const told = toldOf(emailed)
  const endsAt = offer.terms.offerEndsAt
  const link = { ...told, kind: 'refund_link', address, endsAt: endsAt.toISOString() } as const
  await emailPayer(em, ctx, { businessId, payer, facts: link, usefulUntil: endsAt })
  const dueAt = new Date(offer.at.getTime() + ARRIVAL_DAYS * DAY_MS)
  await emailPayer(em, ctx, { businessId, payer, facts: { ...told, kind: 'refund_arrived' }, dueAt, id: arrivalEmailId })
}

function toldOf({ payment: { asset, currency, description }, sum, offer, reason }: Emailed) {
  const price = fiatDecimal(sum.fiatMinor, currency)
  const amount = formatUnits(sum.units, assetOf(asset).decimals)
  return {
    paidBy: 'merchant',
    description,
    reason,
    amount,
    asset,
    price: formatUnits(price.digits, price.scale),
    currency,
    path: offer.path,
  } as const
}
