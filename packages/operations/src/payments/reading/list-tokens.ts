import type { TokenFacts } from '@gateway/contract/tokens'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { walletsAt } from '@gateway/domain/businesses/business'
import type { BusinessId } from '@gateway/domain/kernel/id'
import { type AssetCode, assetOf } from '@gateway/domain/money/asset'
import { findOnlyBusiness } from '../../businesses/find-only-business.ts'
import { resolveBusiness } from '../../businesses/resolve-business.ts'
import { type ApiContext, servedAssets } from '../../kernel/context.ts'
import { findAvailableChains } from '../../custody/address-pool/find-available-chains.ts'

type TokenContext = Pick<ApiContext, 'orm' | 'rails' | 'rates' | 'clock'>

/**
 * The assets payments can be created in, and those for which a business has wallets.
 *
 * @param input.businessId - named by the caller; else the key's own, or the merchant's only one.
 * @throws {ForbiddenBusiness}
 */
export async function listTokens(
  ctx: TokenContext,
  { actor, businessId }: { actor: Actor; businessId?: BusinessId | undefined },
): Promise<TokenFacts> {
  const isNamed = businessId !== undefined || actor.kind === 'key'
  const business = isNamed ? await resolveBusiness(ctx, { actor, businessId }) : await findOnlyBusiness(ctx, { actor })
  const seen = business && { ...business, wallets: walletsAt(business, ctx.clock.now()) }
  return { merchantId: actor.merchantId, business: seen, served: await findAcceptable(ctx) }
}

/** Assets that can be accepted now: their chain is served and has a free address, and their price is known. */
async function findAcceptable(ctx: TokenContext): Promise<ReadonlySet<AssetCode>> {
  const [at, served] = [ctx.clock.now(), servedAssets(ctx.rails)]
  const [open, prices] = await Promise.all([
    findAvailableChains(ctx),
    Promise.all(served.map((asset) => ctx.rates.findPrice({ ticker: assetOf(asset).ticker, currency: 'USD' }, at))),
  ])
  return new Set(served.filter((asset, place) => prices[place] !== undefined && open.has(assetOf(asset).chain)))
}
