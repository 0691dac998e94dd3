import type { LightningWalletsPage, PortalLightningWalletsInput } from '@gateway/contract/lightning/portal-lists'
import { ownLightningWallets } from '@gateway/db/lightning/wallet-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { requireMerchant } from '../../accounts/auth/require-merchant.ts'
import { listOwned } from '../../businesses/owned/read-owned.ts'
import type { Context } from '../../kernel/context.ts'
import { addressHost, seeWallets } from '../wallets/see-wallets.ts'

/**
 * A page of the Lightning wallets of a business with their balances, newest first.
 *
 * @throws {ForbiddenBusiness} {MerchantTokenRequired}
 */
export async function listPortalWallets(
  ctx: Pick<Context, 'orm' | 'publicUrl'>,
  { actor, wish }: { actor: Actor; wish: PortalLightningWalletsInput },
): Promise<LightningWalletsPage> {
  const { rows, total } = await listOwned(ctx, { of: ownLightningWallets, actor: requireMerchant(actor), filter: wish })
  return { seen: await seeWallets(ctx.orm.em.fork(), ctx, rows), total, addressHost: addressHost(ctx) }
}
