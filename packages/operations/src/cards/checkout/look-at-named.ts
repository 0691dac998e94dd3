import { readCardPayment } from '@gateway/db/cards/card-queries'
import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import { findNamedIntent } from '@gateway/db/cards/processor/intent-queries'
import type { Em } from '@gateway/db/orm'
import type { PaymentIntentFacts, ProcessorObject } from '@gateway/domain/cards/facts'
import { isUuid } from '@gateway/domain/kernel/id'
import type { FailedCall } from '@gateway/providers/stripe/outcome'
import { chargedAccount } from '../lifecycle/card-holding.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { lookAtCharge } from './look-at-charge.ts'

/** What a look at a charge came to: `foreign` for none of ours, `early` while it may still get a session. */
type Looked = 'applied' | 'foreign' | 'early' | FailedCall

/** What an object says that it belongs to: an intent of ours, or the card payment itself where a task has asked for its page. */
type Names = Pick<ProcessorObject, 'intentId'> & Partial<Pick<PaymentIntentFacts, 'cardPaymentId'>>

/** The card payment that an object names. */
export async function readNamed(em: Em, { intentId, cardPaymentId = null }: Names): Promise<CardPaymentEntity | undefined> {
  const id = (await findNamedIntent(em, { intentId }))?.paymentId ?? cardPaymentId
  return id !== null && isUuid(id) ? readCardPayment(em, { id }) : undefined
}

/** Looks at the payment that an object names; anybody can write a name, so what counts is the session that we have created. */
export async function lookAtNamed(ctx: ProcessorContext, { account, ...names }: Names & { account: string | null }): Promise<Looked> {
  const payment = await readNamed(ctx.orm.em.fork(), names)
  return payment ? lookAtCharged(ctx, payment, account) : 'foreign'
}

/** Looks at a payment that an event on an account is about. */
export async function lookAtCharged(ctx: ProcessorContext, payment: CardPaymentEntity, account: string | null): Promise<Looked> {
  if (chargedAccount(payment) !== account) return 'foreign'
  if (payment.checkoutSessionId === null) return payment.state === 'pending' ? 'early' : 'foreign'
  return (await lookAtCharge(ctx, payment)) ?? 'applied'
}
