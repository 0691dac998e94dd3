import type { SeenCardEscrow } from '@gateway/contract/cards'
import type { ListCardEscrowsInput } from '@gateway/contract/cards/inputs'
import { findCardEscrow, listCardEscrows as listRows, readCardPayments } from '@gateway/db/cards/escrow-queries'
import { readCardPayment } from '@gateway/db/cards/card-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import { businessScope } from '../../businesses/business-scope.ts'
import type { Context } from '../../kernel/context.ts'
import { cardScope } from './card-scope.ts'

/** A card escrow of the caller. @throws {NotFound} also for another merchant's. */
export async function getCardEscrow(ctx: Pick<Context, 'orm'>, { actor, id }: { actor: Actor; id: string }): Promise<SeenCardEscrow> {
  const em = ctx.orm.em.fork()
  const escrow = await findCardEscrow(em, { ...businessScope(actor), id })
  const payment = escrow && (await readCardPayment(em, { id: escrow.paymentId }))
  if (!payment) throw new NotFound('card escrow')
  return { escrow, payment }
}

/** A page of the caller's card escrows, newest first, and how many there are. @throws {ForbiddenBusiness} */
export async function listCardEscrows(
  ctx: Context,
  { actor, filter }: { actor: Actor; filter: ListCardEscrowsInput },
): Promise<{ rows: SeenCardEscrow[]; total: number }> {
  const { status, limit, offset } = filter
  const scope = await cardScope(ctx, { actor, businessId: filter.businessId })
  const em = ctx.orm.em.fork()
  const { rows, total } = await listRows(em, { ...scope, status, bounds: { limit, offset } })
  const payments = new Map((await readCardPayments(em, { ids: rows.map(({ paymentId }) => paymentId) })).map((row) => [row.id, row]))
  return { rows: rows.flatMap((escrow) => pairOf(escrow, payments.get(escrow.paymentId))), total }
}

const pairOf = (escrow: SeenCardEscrow['escrow'], payment: SeenCardEscrow['payment'] | undefined): SeenCardEscrow[] =>
  payment ? [{ escrow, payment }] : []
