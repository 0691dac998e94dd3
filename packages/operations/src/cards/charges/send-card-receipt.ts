import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import type { Em } from '@gateway/db/orm'
import { formatUnits } from '@gateway/domain/money/decimal'
import { fiatDecimals } from '@gateway/domain/money/fiat'
import type { EmailContext } from '../../accounts/emails/queue-email.ts'
import { emailPayer } from '../../businesses/email-payer.ts'

/** What the customer of a card payment is told of. */
interface Receipt {
  readonly payment: CardPaymentEntity
  readonly kind: 'card_receipt' | 'card_refunded'
  readonly amountMinor: bigint
}

/** Queues the receipt of a charge or a refund, in the caller's transaction; nothing for a customer whose address the shop has not named. */
export async function sendCardReceipt(em: Em, ctx: EmailContext, { payment, kind, amountMinor }: Receipt): Promise<void> {
  const { businessId, customerEmail, language, currency, description, id: reference } = payment
  if (customerEmail === null) return
  const { webhookSealingKey, emailLimits } = ctx
  const payer = { to: customerEmail, language: language ?? 'en', webhookSealingKey, emailLimits }
  const amount = formatUnits(amountMinor, fiatDecimals[currency])
  const facts = { kind, amount, currency, description, reference, at: ctx.clock.now().toISOString() } as const
  await emailPayer(em, ctx, { businessId, payer, facts })
}
