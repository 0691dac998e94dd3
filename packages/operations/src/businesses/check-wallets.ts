import type { NamedWallets } from '@gateway/contract/wire/wallets'
import { findRail } from '@gateway/chains/registry'
import { type AssetCode, isAssetCode } from '@gateway/domain/money/asset'
import { UnsupportedBlockchain } from '@gateway/domain/payments/errors'
import { type Context, servedAssets } from '../context.ts'
import { checkAddress } from './check-address.ts'

/**
 * The named wallets in their canonical spelling; empty ones, which remove a wallet, stay empty.
 *
 * An address must be one of its chain and network with a right checksum, that somebody can spend from. Deposit addresses of ours are
 * refused, because forwarded money would arrive as a payment again.
 *
 * @throws {UnsupportedBlockchain} for a coin or chain that this deployment does not serve.
 * @throws {InvalidAddress}
 */
export async function checkWallets(ctx: Pick<Context, 'orm' | 'rails'>, named: NamedWallets): Promise<NamedWallets> {
  const checked: Partial<Record<AssetCode, string>> = {}
  for (const [code, text] of Object.entries(named)) {
    if (isAssetCode(code)) checked[code] = await checkWallet(ctx, { code, text })
  }
  return checked
}

async function checkWallet(ctx: Pick<Context, 'orm' | 'rails'>, { code, text }: { code: AssetCode; text: string }): Promise<string> {
  const rail = findRail(ctx.rails, code)
  if (!rail) throw new UnsupportedBlockchain(code, servedAssets(ctx.rails))
  if (text === '') return ''
  return checkAddress(ctx.orm.em.fork(), rail, { field: `wallet_addresses.${code}`, text })
}
