import { findAccountOf } from '@gateway/db/cards/account-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { ForbiddenBusiness } from '@gateway/domain/businesses/errors'
import type { ProcessorAccount } from '@gateway/domain/cards/processor-account'
import { NotFound } from '@gateway/domain/kernel/error'
import type { BusinessId } from '@gateway/domain/kernel/id'
import { resolveBusiness } from '../../businesses/resolve-business.ts'
import type { Context } from '../../kernel/context.ts'

interface Named {
  readonly actor: Actor
  readonly businessId: BusinessId
}

/** The account of a business at the processor; null while the processor has opened none. @throws {NotFound} for another merchant's business. */
export async function findCardAccount(ctx: Pick<Context, 'orm'>, { actor, businessId }: Named): Promise<ProcessorAccount | null> {
  const business = await resolveBusiness(ctx, { actor, businessId }).catch((error: unknown) => {
    throw error instanceof ForbiddenBusiness ? new NotFound('business') : error
  })
  const account = await findAccountOf(ctx.orm.em.fork(), { businessId: business.id, mode: actor.mode })
  return account && account.processorAccountId !== null ? account : null
}

/** The same. @throws {NotFound} also while the business has none, which is when to begin onboarding. */
export async function getCardAccount(ctx: Pick<Context, 'orm'>, named: Named): Promise<ProcessorAccount> {
  const account = await findCardAccount(ctx, named)
  if (account === null) throw new NotFound('card account')
  return account
}
