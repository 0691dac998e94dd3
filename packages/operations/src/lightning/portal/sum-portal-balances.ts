import type { PortalLightningBalanceInput } from '@gateway/contract/lightning/portal-balance'
import { sumBalances } from '@gateway/db/lightning/balance-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { LightningBalance } from '@gateway/domain/lightning/wallet'
import type { Context } from '../../kernel/context.ts'
import { portalScope } from '../../payments/portal/portal-scope.ts'

/**
 * What all Lightning wallets of a business have together, or what one of them has.
 *
 * @throws {ForbiddenBusiness} {MerchantTokenRequired}
 */
export async function sumPortalBalances(
  ctx: Pick<Context, 'orm'>,
  { actor, wish: { businessId, walletId } }: { actor: Actor; wish: PortalLightningBalanceInput },
): Promise<LightningBalance> {
  const { scope } = await portalScope(ctx, { actor, businessId })
  return sumBalances(ctx.orm.em.fork(), { ...scope, walletId })
}
