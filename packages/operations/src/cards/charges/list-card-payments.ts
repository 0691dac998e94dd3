import type { SeenCardPayment } from '@gateway/contract/cards'
import type { ListCardPaymentsInput } from '@gateway/contract/cards/inputs'
import { listCardPayments as listRows, readEscrowsOf } from '@gateway/db/cards/card-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { businessScope } from '../../businesses/business-scope.ts'
import { resolveBusiness } from '../../businesses/resolve-business.ts'
import type { Context } from '../../kernel/context.ts'

/** A page of the caller's card payments, newest first, and how many there are. @throws {ForbiddenBusiness} */
export async function listCardPayments(
  ctx: Context,
  { actor, filter: { businessId, status, limit, offset } }: { actor: Actor; filter: ListCardPaymentsInput },
): Promise<{ rows: SeenCardPayment[]; total: number }> {
  const named = businessId === undefined ? undefined : (await resolveBusiness(ctx, { actor, businessId })).id
  const scope = businessScope(actor)
  const em = ctx.orm.em.fork()
  const { rows, total } = await listRows(em, { ...scope, businessId: named ?? scope.businessId, status, bounds: { limit, offset } })
  const escrows = new Map(
    (await readEscrowsOf(em, { paymentIds: rows.map(({ id }) => id) })).map((escrow) => [escrow.paymentId, escrow.state]),
  )
  return { rows: rows.map((payment) => ({ payment, escrowState: escrows.get(payment.id) ?? null })), total }
}
