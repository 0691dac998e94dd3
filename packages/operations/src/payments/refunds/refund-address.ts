import { findRail } from '@gateway/chains/registry'
import type { Em } from '@gateway/db/orm'
import { NotFound } from '@gateway/domain/kernel/error'
import type { AssetCode } from '@gateway/domain/money/asset'
import { checkAddress } from '../../businesses/wallets/check-address.ts'
import type { Context } from '../../kernel/context.ts'

/** An address as a payer has typed it, for a refund in an asset. */
interface TypedAddress {
  readonly asset: AssetCode
  readonly text: string
}

/** The address in its canonical spelling. @throws {InvalidAddress} unless it is a valid address outside the gateway. */
export async function readRefundAddress(em: Em, ctx: Pick<Context, 'rails'>, { asset, text }: TypedAddress): Promise<string> {
  const rail = findRail(ctx.rails, asset)
  if (!rail) throw new NotFound('return')
  return checkAddress(em, rail, { field: 'address', text })
}
