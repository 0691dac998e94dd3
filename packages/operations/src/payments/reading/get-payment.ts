import { findKnownPayments, findPublicPayments } from '@gateway/db/payments/known-queries'
import type { PaymentScope } from '@gateway/db/payments/queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import type { PaymentFacts } from '@gateway/domain/payments/payment'
import { businessScope } from '../../businesses/business-scope.ts'
import type { Context } from '../../kernel/context.ts'
import { batched } from '../../kernel/batch-calls.ts'
import { knownFacts } from './payment-facts.ts'
import { type KnownMovements, withMovements } from './read-movements.ts'

const MAX_PAYMENTS = 100

/** A payment of the caller. @throws {NotFound} also when it belongs to another merchant. */
export async function getPayment(ctx: Context, { actor, id }: { actor: Actor; id: string }): Promise<PaymentFacts> {
  return shown(ctx, await readOwn(ctx.orm, { ...businessScope(actor), id })).facts
}

/** A payment as its payer may see it, by its unguessable id alone. @throws {NotFound} */
export async function viewPayment(ctx: Context, { id }: { id: string }): Promise<{ facts: PaymentFacts; businessName: string }> {
  return shown(ctx, await readPublic(ctx.orm, id))
}

function shown(ctx: Context, known: KnownMovements | undefined): { facts: PaymentFacts; businessName: string } {
  if (!known) throw new NotFound('payment')
  return { facts: knownFacts(ctx, known), businessName: known.businessName }
}

/** Batches the payment lookups of concurrent requests. */
const readOwn = batched({
  most: MAX_PAYMENTS,
  work: async (orm, wanted: readonly (PaymentScope & { id: string })[]) => {
    const em = orm.em.fork()
    return withMovements(em, await findKnownPayments(em, { wanted }))
  },
})

const readPublic = batched({
  most: MAX_PAYMENTS,
  work: async (orm, ids: readonly string[]) => {
    const em = orm.em.fork()
    return withMovements(em, await findPublicPayments(em, { ids }))
  },
})
