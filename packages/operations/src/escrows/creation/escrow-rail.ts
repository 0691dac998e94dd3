import type { Rail } from '@gateway/chains/rail'
import { findRail } from '@gateway/chains/registry'
import { type AssetCode, assetCodes } from '@gateway/domain/money/asset'
import { UnsupportedBlockchain } from '@gateway/domain/payments/errors'
import type { EscrowContext } from '../../kernel/context.ts'

/** The rail of an asset that escrows are served in. @throws {UnsupportedBlockchain} */
export function escrowRail(ctx: Serving, asset: AssetCode): Rail {
  const rail = findServing(ctx, asset)
  if (rail) return rail
  throw new UnsupportedBlockchain(asset, escrowAssets(ctx))
}

type Serving = Pick<EscrowContext, 'rails' | 'custody'>

/** The assets that escrows are served in. */
export const escrowAssets = (ctx: Serving): AssetCode[] => assetCodes.filter((code) => findServing(ctx, code))

/** A chain whose escrows are contracts needs an account that decides them. */
function findServing({ rails, custody }: Serving, asset: AssetCode): Rail | undefined {
  const rail = findRail(rails, asset)
  if (!rail?.servesEscrows) return undefined
  return rail.escrows && custody.deciderAddresses[rail.chain] === undefined ? undefined : rail
}
