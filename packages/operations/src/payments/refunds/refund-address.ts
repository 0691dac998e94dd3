import { findRail } from '@gateway/chains/registry'
import { NotFound } from '@gateway/domain/kernel/error'
import type { AssetCode } from '@gateway/domain/money/asset'
import { type AddressContext, checkAddress } from '../../businesses/wallets/check-address.ts'

/** An address as a payer has typed it, for a refund in an asset. */
interface TypedAddress {
  readonly asset: AssetCode
  readonly text: string
}

/** The address in its canonical spelling. @throws {InvalidAddress} unless it is a wallet outside the gateway. @throws {AddressUnchecked} */
export async function readRefundAddress(ctx: AddressContext, { asset, text }: TypedAddress): Promise<string> {
  const rail = findRail(ctx.rails, asset)
  if (!rail) throw new NotFound('return')
  return checkAddress(ctx, rail, { field: 'address', text })
}
