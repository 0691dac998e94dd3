import type { NamedWallets } from '@gateway/contract/wire/wallets'
import { findRail } from '@gateway/chains/registry'
import { type AssetCode, isAssetCode } from '@gateway/domain/money/asset'
import { UnsupportedBlockchain } from '@gateway/domain/payments/errors'
import { servedAssets } from '../../kernel/context.ts'
import { type AddressContext, checkAddress, type NamedAddress } from './check-address.ts'

/** Named wallets as they were sent; `isProgramConfirmed` when addresses of programs among them were confirmed. */
interface SentWallets {
  readonly named: NamedWallets
  readonly isProgramConfirmed: boolean | undefined
}

/**
 * The named wallets in their canonical spelling; empty ones, which remove a wallet, stay empty.
 *
 * @throws {UnsupportedBlockchain} for an asset that this deployment does not serve.
 * @throws {InvalidAddress} {AddressUnchecked}
 */
export async function checkWallets(ctx: AddressContext, { named, isProgramConfirmed }: SentWallets): Promise<NamedWallets> {
  const codes = Object.keys(named).filter(isAssetCode)
  const checked = codes.map(async (code) => {
    const sent = { text: named[code] ?? '', field: `wallet_addresses.${code}`, isProgramConfirmed }
    return [code, await checkWallet(ctx, code, sent)] as const
  })
  return Object.fromEntries(await Promise.all(checked))
}

/** One wallet in its canonical spelling. @throws {UnsupportedBlockchain} {InvalidAddress} {AddressUnchecked} */
export async function checkWallet(ctx: AddressContext, code: AssetCode, sent: NamedAddress): Promise<string> {
  const rail = findRail(ctx.rails, code)
  if (!rail) throw new UnsupportedBlockchain(code, servedAssets(ctx.rails))
  return sent.text === '' ? '' : checkAddress(ctx, rail, sent)
}
