import type { TokenFacts } from '@gateway/contract/tokens'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { walletsAt } from '@gateway/domain/businesses/business'
import type { BusinessId } from '@gateway/domain/kernel/id'
import { findOnlyBusiness } from '../businesses/find-only-business.ts'
import { resolveBusiness } from '../businesses/resolve-business.ts'
import { type Context, servedAssets } from '../context.ts'

/**
 * What payments can be asked in, and for which of it a business has wallets.
 *
 * @param input.businessId - named by the caller; else the key's own, or the merchant's only one.
 * @throws {ForbiddenBusiness}
 */
export async function listTokens(
  ctx: Pick<Context, 'orm' | 'rails' | 'clock'>,
  { actor, businessId }: { actor: Actor; businessId?: BusinessId | undefined },
): Promise<TokenFacts> {
  const isNamed = businessId !== undefined || actor.kind === 'key'
  const business = isNamed ? await resolveBusiness(ctx, { actor, businessId }) : await findOnlyBusiness(ctx, { actor })
  const seen = business && { ...business, wallets: walletsAt(business, ctx.clock.now()) }
  return { merchantId: actor.merchantId, business: seen, served: new Set(servedAssets(ctx.rails)) }
}
