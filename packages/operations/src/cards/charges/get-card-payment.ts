import type { SeenCardPayment } from '@gateway/contract/cards'
import { findCardPayment } from '@gateway/db/cards/card-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import { businessScope } from '../../businesses/business-scope.ts'
import type { Context } from '../../kernel/context.ts'
import { withEscrowState } from './await-session.ts'

/** A card payment of the caller, by its id or the processor's of its session or payment intent. @throws {NotFound} also for another merchant's. */
export async function getCardPayment(ctx: Pick<Context, 'orm'>, { actor, name }: { actor: Actor; name: string }): Promise<SeenCardPayment> {
  const found = await findCardPayment(ctx.orm.em.fork(), { ...businessScope(actor), name })
  if (!found) throw new NotFound('card payment')
  return withEscrowState(ctx, found)
}
