import { findMerchant } from '@gateway/db/accounts/queries'
import type { Actor, Merchant } from '@gateway/domain/accounts/merchant'
import { DomainError, NotFound } from '@gateway/domain/kernel/error'
import type { Context } from '../context.ts'

/**
 * The account behind a merchant's token.
 *
 * @throws {MerchantTokenRequired} for an API key: a key acts for a business and never stands in for its owner.
 */
export async function getMe(ctx: Pick<Context, 'orm'>, { actor }: { actor: Actor }): Promise<Merchant> {
  if (actor.kind !== 'merchant') throw new MerchantTokenRequired()
  const merchant = await findMerchant(ctx.orm.em.fork(), actor)
  if (!merchant) throw new NotFound('merchant')
  return merchant
}

/** The credential is valid, but only a merchant's own token opens this. */
export class MerchantTokenRequired extends DomainError {
  readonly code = 'INSUFFICIENT_SCOPE'
  readonly kind = 'forbidden'
  constructor() {
    super('Only the token of a signed-in merchant is accepted here')
  }
}
