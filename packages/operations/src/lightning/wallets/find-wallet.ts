import type { SeenLightningWallet } from '@gateway/contract/lightning'
import type { LightningWalletEntity } from '@gateway/db/lightning/lightning-wallet.entity'
import { findWalletNamed, ownLightningWallets } from '@gateway/db/lightning/wallet-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import { getOwned } from '../../businesses/owned/read-owned.ts'
import { businessScope } from '../../businesses/business-scope.ts'
import type { Context } from '../../kernel/context.ts'
import { seeWallets } from './see-wallets.ts'

type ReadContext = Pick<Context, 'orm' | 'publicUrl'>

/** A wallet of the caller by its merchant's name of it. @throws {NotFound} also when it belongs to another merchant, or to another business than the key. */
export async function findWallet(
  ctx: Pick<Context, 'orm'>,
  { actor, walletId }: { actor: Actor; walletId: string },
): Promise<LightningWalletEntity> {
  const wallet = await findWalletNamed(ctx.orm.em.fork(), { ...businessScope(actor), walletId })
  if (!wallet) throw new NotFound('wallet')
  return wallet
}

/** The same with its balance. @throws {NotFound} */
export const getWallet = async (ctx: ReadContext, named: { actor: Actor; walletId: string }): Promise<SeenLightningWallet> =>
  seeWallet(ctx, await findWallet(ctx, named))

/** A wallet of the caller by the id of its node. @throws {NotFound} */
export const getNode = async (ctx: ReadContext, { actor, id }: { actor: Actor; id: string }): Promise<SeenLightningWallet> =>
  seeWallet(ctx, await getOwned(ctx, { of: ownLightningWallets, actor, id }))

/** A wallet with its balance. */
export async function seeWallet(ctx: ReadContext, wallet: LightningWalletEntity): Promise<SeenLightningWallet> {
  const [seen] = await seeWallets(ctx.orm.em.fork(), ctx, [wallet])
  if (!seen) throw new NotFound('wallet')
  return seen
}
