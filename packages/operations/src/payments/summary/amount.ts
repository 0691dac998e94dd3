import { assetOf, type AssetCode } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'

/** Base units as a decimal with the asset's code. */
export const amount = ({ asset }: { readonly asset: AssetCode }, units: bigint): string =>
  `${formatUnits(units, assetOf(asset).decimals)} ${asset}`
