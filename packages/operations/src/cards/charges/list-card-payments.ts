import type { SeenCardPayment } from '@gateway/contract/cards'
import type { ListCardPaymentsInput } from '@gateway/contract/cards/inputs'
import { ownCardPayments, readEscrowsOf } from '@gateway/db/cards/card-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { listOwned } from '../../businesses/owned/read-owned.ts'
import type { Context } from '../../kernel/context.ts'

/** A page of the caller's card payments, newest first, with the states of their escrows. @throws {ForbiddenBusiness} */
export async function listCardPayments(
  ctx: Pick<Context, 'orm'>,
  { actor, filter }: { actor: Actor; filter: ListCardPaymentsInput },
): Promise<{ rows: SeenCardPayment[]; total: number }> {
  const { rows, total } = await listOwned(ctx, { of: ownCardPayments, actor, filter, where: { state: filter.status } })
  const escrows = await readEscrowsOf(ctx.orm.em.fork(), { paymentIds: rows.map(({ id }) => id) })
  const states = new Map(escrows.map(({ paymentId, state }) => [paymentId, state]))
  return { rows: rows.map((payment) => ({ payment, escrowState: states.get(payment.id) ?? null })), total }
}
