import { findPayments, findPublicPayments, type PaymentScope } from '@gateway/db/payments/queries'
import type { Em } from '@gateway/db/orm'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import type { Payment, PaymentFacts } from '@gateway/domain/payments/payment'
import { businessScope } from '../businesses/business-scope.ts'
import type { Context } from '../context.ts'
import { gathered } from '../gathered.ts'
import { factsOf, type Known, readKnown } from './payment-facts.ts'

const MOST_PAYMENTS = 100

/** A payment of the caller. @throws {NotFound} also when it belongs to somebody else. */
export async function getPayment(ctx: Context, { actor, id }: { actor: Actor; id: string }): Promise<PaymentFacts> {
  const known = await readOwn(ctx.orm, { ...businessScope(actor), id })
  if (!known) throw new NotFound('payment')
  return factsOf(ctx, known)
}

/** A payment as its customer may see it, by its unguessable id alone. @throws {NotFound} */
export async function viewPayment(ctx: Context, { id }: { id: string }): Promise<{ facts: PaymentFacts; businessName: string }> {
  const known = await readPublic(ctx.orm, id)
  if (!known) throw new NotFound('payment')
  return { facts: factsOf(ctx, known), businessName: known.payment.businessName }
}

/** Requests that arrive together read their payments together. */
const readOwn = gathered({
  most: MOST_PAYMENTS,
  work: async (orm, wanted: readonly (PaymentScope & { id: string })[]) => {
    const em = orm.em.fork()
    return knownAbout(em, await findPayments(em, { wanted }))
  },
})

const readPublic = gathered({
  most: MOST_PAYMENTS,
  work: async (orm, ids: readonly string[]) => {
    const em = orm.em.fork()
    return knownAbout(em, await findPublicPayments(em, { ids }))
  },
})

/** What is known about those that were found, each in its place. */
async function knownAbout<P extends Payment>(em: Em, found: readonly (P | undefined)[]): Promise<(Known<P> | undefined)[]> {
  const payments = found.filter((payment) => payment !== undefined)
  const known = new Map((await readKnown(em, payments)).map((each) => [each.payment, each]))
  return found.map((payment) => payment && known.get(payment))
}
