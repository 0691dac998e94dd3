import type { NamedWallets } from '@gateway/contract/wire/wallets'
import { findRail } from '@gateway/chains/registry'
import { type AssetCode, isAssetCode } from '@gateway/domain/money/asset'
import { InvalidAddress } from '@gateway/domain/custody/errors'
import { UnsupportedBlockchain } from '@gateway/domain/payments/errors'
import { type ApiContext, servedAssets } from '../../kernel/context.ts'
import { checkAddress } from './check-address.ts'

type WalletContext = Pick<ApiContext, 'orm' | 'rails' | 'custody'>

/**
 * The named wallets in their canonical spelling; empty ones, which remove a wallet, stay empty.
 *
 * Rejects deposit addresses, where a forward would arrive as a payment again, and current and former fee addresses of the platform.
 *
 * @throws {UnsupportedBlockchain} for an asset that this deployment does not serve.
 * @throws {InvalidAddress}
 */
export async function checkWallets(ctx: WalletContext, named: NamedWallets): Promise<NamedWallets> {
  const checked: Partial<Record<AssetCode, string>> = {}
  for (const [code, text] of Object.entries(named)) {
    if (isAssetCode(code)) checked[code] = await checkWallet(ctx, { code, text, field: `wallet_addresses.${code}` })
  }
  return checked
}

/** One wallet in its canonical spelling; `field` names it in a refusal. @throws {UnsupportedBlockchain} {InvalidAddress} */
export async function checkWallet(
  ctx: WalletContext,
  { code, text, field }: { code: AssetCode; text: string; field: string },
): Promise<string> {
  const rail = findRail(ctx.rails, code)
  if (!rail) throw new UnsupportedBlockchain(code, servedAssets(ctx.rails))
  if (text === '') return ''
  const address = await checkAddress(ctx.orm.em.fork(), rail, { field, text })
  if (ctx.custody.platformAddresses[rail.chain]?.includes(address)) throw new InvalidAddress(field, 'is a fee address of this service')
  return address
}
