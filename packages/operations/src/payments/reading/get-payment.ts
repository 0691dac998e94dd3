import { findKnownPayments, findPublicPayments } from '@gateway/db/payments/reading/known-queries'
import type { PaymentScope } from '@gateway/db/payments/queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import type { PayableFacts, PaymentFacts } from '@gateway/domain/payments/payment'
import { businessScope } from '../../businesses/business-scope.ts'
import type { Context } from '../../kernel/context.ts'
import { batched } from '../../kernel/batch-calls.ts'
import { readSnapshot } from '../read-snapshot.ts'
import { knownFacts, payableFacts } from './payment-facts.ts'
import { withMovements } from './read-movements.ts'

const MAX_PAYMENTS = 100

/** A payment of the caller. @throws {NotFound} also when it belongs to another merchant. */
export async function getPayment(ctx: Context, { actor, id }: { actor: Actor; id: string }): Promise<PaymentFacts> {
  return knownFacts(ctx, found(await readOwn(ctx.orm, { ...businessScope(actor), id })))
}

/** A payment as its payer may see it, by its unguessable id alone. @throws {NotFound} */
export async function viewPayment(ctx: Context, { id }: { id: string }): Promise<{ facts: PayableFacts; businessName: string }> {
  const known = found(await readPublic(ctx.orm, id))
  return { facts: payableFacts(ctx, known), businessName: known.businessName }
}

/** A payment as its payer may see it, with what arrived for it. @throws {NotFound} */
export async function viewCheckout(ctx: Context, { id }: { id: string }): Promise<{ facts: PaymentFacts; businessName: string }> {
  const known = found(await readCheckout(ctx.orm, id))
  return { facts: knownFacts(ctx, known), businessName: known.businessName }
}

function found<Known>(known: Known | undefined): Known {
  if (known === undefined) throw new NotFound('payment')
  return known
}

/** Batches the payment lookups of concurrent requests. */
const readOwn = batched({
  most: MAX_PAYMENTS,
  work: (orm, wanted: readonly (PaymentScope & { id: string })[]) =>
    readSnapshot(orm, async (em) => withMovements(em, await findKnownPayments(em, { wanted }))),
})

const readPublic = batched({
  most: MAX_PAYMENTS,
  work: (orm, ids: readonly string[]) => findPublicPayments(orm.em.fork(), { ids }),
})

const readCheckout = batched({
  most: MAX_PAYMENTS,
  work: (orm, ids: readonly string[]) => readSnapshot(orm, async (em) => withMovements(em, await findPublicPayments(em, { ids }))),
})
