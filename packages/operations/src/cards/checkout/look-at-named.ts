import { readCardPayment } from '@gateway/db/cards/card-queries'
import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import { findNamedIntent } from '@gateway/db/cards/processor/intent-queries'
import type { Em } from '@gateway/db/orm'
import type { FailedCall } from '@gateway/providers/stripe/outcome'
import { chargedAccount } from '../lifecycle/card-holding.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { lookAtCharge } from './look-at-charge.ts'

/** What a look at a charge came to: `foreign` for none of ours, `early` while its session has no answer. */
type Looked = 'applied' | 'foreign' | 'early' | FailedCall

/** The card payment whose intent an object names. */
export async function readNamed(em: Em, named: { intentId: string | null }): Promise<CardPaymentEntity | undefined> {
  const intent = await findNamedIntent(em, named)
  return intent && readCardPayment(em, { id: intent.paymentId })
}

/** Looks at the payment that an object names; anybody can write a name, so what counts is the session that we have created. */
export async function lookAtNamed(
  ctx: ProcessorContext,
  { intentId, account }: { intentId: string | null; account: string | null },
): Promise<Looked> {
  const payment = await readNamed(ctx.orm.em.fork(), { intentId })
  return payment ? lookAtCharged(ctx, payment, account) : 'foreign'
}

/** Looks at a payment that an event on an account is about. */
export async function lookAtCharged(ctx: ProcessorContext, payment: CardPaymentEntity, account: string | null): Promise<Looked> {
  if (chargedAccount(payment) !== account) return 'foreign'
  if (payment.checkoutSessionId === null) return 'early'
  return (await lookAtCharge(ctx, payment)) ?? 'applied'
}
