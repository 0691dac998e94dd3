import type { ListCardTransactionsInput } from '@gateway/contract/cards/inputs'
import { findTransaction, listTransactions } from '@gateway/db/cards/transaction-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { CardTransaction } from '@gateway/domain/cards/transaction'
import { NotFound } from '@gateway/domain/kernel/error'
import { businessScope } from '../../businesses/business-scope.ts'
import type { Context } from '../../kernel/context.ts'
import { listedScope } from '../../businesses/owned/read-owned.ts'

/** A page of the charges, refunds, transfers and disputes of the caller's card payments, newest first, and how many there are. @throws {ForbiddenBusiness} */
export async function listCardTransactions(
  ctx: Context,
  { actor, filter }: { actor: Actor; filter: ListCardTransactionsInput },
): Promise<{ rows: CardTransaction[]; total: number }> {
  const { status, limit, offset } = filter
  const scope = await listedScope(ctx, { actor, businessId: filter.businessId })
  return listTransactions(ctx.orm.em.fork(), { ...scope, status, bounds: { limit, offset } })
}

/** One of them. @throws {NotFound} also for another merchant's. */
export async function getCardTransaction(ctx: Pick<Context, 'orm'>, { actor, id }: { actor: Actor; id: string }): Promise<CardTransaction> {
  const found = await findTransaction(ctx.orm.em.fork(), { ...businessScope(actor), id })
  if (!found) throw new NotFound('transaction')
  return found
}
