import { findRail } from '@gateway/chains/registry'
import { type Business, walletFor, walletsAt } from '@gateway/domain/businesses/business'
import { InvalidAddress } from '@gateway/domain/custody/errors'
import { type AssetCode, assetOf } from '@gateway/domain/money/asset'
import { UnsupportedBlockchain } from '@gateway/domain/payments/errors'
import { payableOf } from '../../businesses/wallets/check-address.ts'
import { type ApiContext, servedAssets } from '../../kernel/context.ts'

/** What an invoice names of its way by crypto. */
interface Named {
  readonly asset: AssetCode | null
  readonly walletAddress: string | null
}

/**
 * Refuses a coin that is not served, and a wallet that is not registered: for the coin, or without a coin for any.
 *
 * @throws {UnsupportedBlockchain} {InvalidAddress}
 */
export function checkCoin(ctx: Pick<ApiContext, 'rails' | 'clock'>, business: Business, { asset, walletAddress }: Named): void {
  if (asset !== null && !findRail(ctx.rails, asset)) throw new UnsupportedBlockchain(asset, servedAssets(ctx.rails))
  if (walletAddress === null) return
  const wallets = walletsAt(business, ctx.clock.now())
  const registered = asset === null ? Object.values(wallets) : [findWallet(ctx, business, asset)]
  const isRegistered = registered.some((wallet) => wallet !== undefined && isSame(ctx, { asset, wallet, text: walletAddress }))
  if (!isRegistered) throw new InvalidAddress('merchant_wallet_address', 'is not a wallet that is registered for this coin')
}

/** The wallet that a coin of an invoice goes to; undefined without one. */
export const findWallet = ({ clock }: Pick<ApiContext, 'clock'>, business: Business, asset: AssetCode): string | undefined =>
  walletFor(walletsAt(business, clock.now()), { code: asset, chain: assetOf(asset).chain })

/** True of two spellings of one address, of which the registered one is canonical. */
function isSame({ rails }: Pick<ApiContext, 'rails'>, { asset, wallet, text }: { asset: AssetCode | null; wallet: string; text: string }) {
  if (text === wallet) return true
  const parsed = asset === null ? undefined : findRail(rails, asset)?.parseAddress(text)
  return parsed !== undefined && payableOf(parsed) === wallet
}
