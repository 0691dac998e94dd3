import type { SeenPaymentRefund } from '@gateway/contract/payment-refunds'
import { listAssistedRefunds } from '@gateway/db/payments/assisted/assisted-refund-queries'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import type { Context } from '../../kernel/context.ts'
import { findForDecision } from '../authorize-decision.ts'
import { newestFirst, readRefunds } from '../refunds/shared/read-refunds.ts'
import { seeAllAssisted } from './see-assisted.ts'
import { seeHeld } from './see-held.ts'

/** Every refund of a payment of the caller, whoever pays it, newest first. @throws {NotFound} also for another merchant's. */
export async function listPaymentRefunds(
  ctx: Pick<Context, 'orm' | 'clock' | 'rails'>,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<SeenPaymentRefund[]> {
  const em = ctx.orm.em.fork()
  return seeRefunds(em, ctx, await findForDecision(em, { paymentId: id, by: actor }))
}

/** One refund of a payment. @throws {NotFound} when it is none of the payment's. */
export async function seeOneRefund(
  em: Em,
  ctx: Pick<Context, 'clock' | 'rails'>,
  { payment, refundId }: { readonly payment: PaymentEntity; readonly refundId: string },
): Promise<SeenPaymentRefund> {
  const seen = (await seeRefunds(em, ctx, payment)).find(({ id }) => id === refundId)
  if (!seen) throw new NotFound('refund')
  return seen
}

async function seeRefunds(em: Em, ctx: Pick<Context, 'clock' | 'rails'>, payment: PaymentEntity): Promise<SeenPaymentRefund[]> {
  const of = { paymentId: payment.id }
  const seen: SeenPaymentRefund[] = []
  for (const known of await readRefunds(em, of)) seen.push(await seeHeld(em, ctx, { payment, known }))
  seen.push(...(await seeAllAssisted(em, ctx, { payment, refunds: await listAssistedRefunds(em, of) })))
  return newestFirst(seen)
}
