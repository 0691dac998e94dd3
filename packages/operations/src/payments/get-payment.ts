import { findPayment, findPublicPayment } from '@gateway/db/payments/queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import type { PaymentFacts } from '@gateway/domain/payments/payment'
import { businessScope } from '../businesses/business-scope.ts'
import type { Context } from '../context.ts'
import { readFacts } from './payment-facts.ts'

/** A payment of the caller. @throws {NotFound} also when it belongs to somebody else. */
export async function getPayment(ctx: Context, { actor, id }: { actor: Actor; id: string }): Promise<PaymentFacts> {
  const em = ctx.orm.em.fork()
  const payment = await findPayment(em, { ...businessScope(actor), id })
  return only(payment && (await readFacts(em, ctx, [payment])))
}

/** A payment as its customer may see it, by its unguessable id alone. @throws {NotFound} */
export async function viewPayment(ctx: Context, { id }: { id: string }): Promise<{ facts: PaymentFacts; businessName: string }> {
  const em = ctx.orm.em.fork()
  const payment = await findPublicPayment(em, { id })
  const facts = only(payment && (await readFacts(em, ctx, [payment])))
  return { facts, businessName: payment?.businessName ?? '' }
}

function only(found: readonly PaymentFacts[] | undefined): PaymentFacts {
  const facts = found?.[0]
  if (!facts) throw new NotFound('payment')
  return facts
}
