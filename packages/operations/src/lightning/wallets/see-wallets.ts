import type { SeenLightningWallet } from '@gateway/contract/lightning'
import { readBalances } from '@gateway/db/lightning/balance-queries'
import type { LightningWalletEntity } from '@gateway/db/lightning/lightning-wallet.entity'
import type { Em } from '@gateway/db/orm'
import type { Context } from '../../kernel/context.ts'

const EMPTY = { availableMsat: 0n, reservedMsat: 0n }

/** The host of the Lightning Addresses of this service: that of its origin, with its port where it has one. */
export const addressHost = ({ publicUrl }: Pick<Context, 'publicUrl'>): string => new URL(publicUrl).host

/** Wallets with their balances. */
export async function seeWallets(
  em: Em,
  ctx: Pick<Context, 'publicUrl'>,
  wallets: readonly LightningWalletEntity[],
): Promise<SeenLightningWallet[]> {
  const balances = await readBalances(em, { walletIds: wallets.map(({ id }) => id) })
  return wallets.map((wallet) => ({ wallet, balance: balances.get(wallet.id) ?? EMPTY, addressHost: addressHost(ctx) }))
}
