import type { SeenCardEscrow } from '@gateway/contract/cards'
import type { ListCardEscrowsInput } from '@gateway/contract/cards/inputs'
import { ownCardEscrows, readCardPayment } from '@gateway/db/cards/card-queries'
import { readCardPayments } from '@gateway/db/cards/escrow-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import { getOwned, listOwned } from '../../businesses/owned/read-owned.ts'
import type { Context } from '../../kernel/context.ts'

/** A card escrow of the caller. @throws {NotFound} also for another merchant's. */
export async function getCardEscrow(ctx: Pick<Context, 'orm'>, { actor, id }: { actor: Actor; id: string }): Promise<SeenCardEscrow> {
  const escrow = await getOwned(ctx, { of: ownCardEscrows, actor, id })
  const payment = await readCardPayment(ctx.orm.em.fork(), { id: escrow.paymentId })
  if (!payment) throw new NotFound('card escrow')
  return { escrow, payment }
}

/** A page of the caller's card escrows, newest first, and how many there are. @throws {ForbiddenBusiness} */
export async function listCardEscrows(
  ctx: Context,
  { actor, filter }: { actor: Actor; filter: ListCardEscrowsInput },
): Promise<{ rows: SeenCardEscrow[]; total: number }> {
  const { rows, total } = await listOwned(ctx, { of: ownCardEscrows, actor, filter, where: { state: filter.status } })
  const read = await readCardPayments(ctx.orm.em.fork(), { ids: rows.map(({ paymentId }) => paymentId) })
  const payments = new Map(read.map((row) => [row.id, row]))
  return { rows: rows.flatMap((escrow) => pairOf(escrow, payments.get(escrow.paymentId))), total }
}

const pairOf = (escrow: SeenCardEscrow['escrow'], payment: SeenCardEscrow['payment'] | undefined): SeenCardEscrow[] =>
  payment ? [{ escrow, payment }] : []
