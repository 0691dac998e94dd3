import type { Rail } from '@gateway/chains/rail'
import { findRail } from '@gateway/chains/registry'
import { type AssetCode, assetCodes } from '@gateway/domain/money/asset'
import { UnsupportedBlockchain } from '@gateway/domain/payments/errors'
import type { Context } from '../../kernel/context.ts'

/** The rail of an asset that escrows are served in. @throws {UnsupportedBlockchain} */
export function escrowRail({ rails }: Pick<Context, 'rails'>, asset: AssetCode): Rail {
  const rail = findRail(rails, asset)
  if (rail?.servesEscrows) return rail
  throw new UnsupportedBlockchain(
    asset,
    assetCodes.filter((code) => findRail(rails, code)?.servesEscrows),
  )
}
