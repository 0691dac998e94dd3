import { findAccountOf } from '@gateway/db/cards/account-queries'
import type { Business } from '@gateway/domain/businesses/business'
import { canTake } from '@gateway/domain/cards/processor-account'
import type { Context } from '../../kernel/context.ts'

/** The account of a business at the card processor that charges, or that releases pay; null while it may not. */
export async function findTakingAccount(
  ctx: Pick<Context, 'orm'>,
  { business: { id: businessId, mode }, kind }: { business: Pick<Business, 'id' | 'mode'>; kind: Parameters<typeof canTake>[1] },
): Promise<string | null> {
  const account = await findAccountOf(ctx.orm.em.fork(), { businessId, mode })
  return account && canTake(account, kind) ? account.processorAccountId : null
}
