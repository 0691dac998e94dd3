import type { ListCardDisputesInput } from '@gateway/contract/cards/inputs'
import { findDispute, ownCardDisputes, readDisputeRow } from '@gateway/db/cards/dispute-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { CardDispute } from '@gateway/domain/cards/dispute'
import { NotFound } from '@gateway/domain/kernel/error'
import { businessScope } from '../../businesses/business-scope.ts'
import type { Context } from '../../kernel/context.ts'
import { listOwned } from '../../businesses/owned/read-owned.ts'

/** A dispute of the caller, by its id or the processor's. @throws {NotFound} also for another merchant's. */
export async function getCardDispute(ctx: Pick<Context, 'orm'>, { actor, name }: { actor: Actor; name: string }): Promise<CardDispute> {
  const found = await findDispute(ctx.orm.em.fork(), { ...businessScope(actor), name })
  if (!found) throw new NotFound('dispute')
  return found
}

/** A page of the caller's disputes, newest first, and how many there are. @throws {ForbiddenBusiness} */
export async function listCardDisputes(
  ctx: Context,
  { actor, filter }: { actor: Actor; filter: ListCardDisputesInput },
): Promise<{ rows: CardDispute[]; total: number }> {
  return listOwned(ctx, { of: ownCardDisputes, actor, filter, where: { status: filter.status } })
}

/** Any dispute. @throws {NotFound} */
export async function readDisputeOf(ctx: Pick<Context, 'orm'>, { id }: { id: string }): Promise<CardDispute> {
  const found = await readDisputeRow(ctx.orm.em.fork(), { id })
  if (!found) throw new NotFound('dispute')
  return found
}
