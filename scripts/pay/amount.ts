import { assetOf } from '@gateway/domain/money/asset'
import { findUnits } from '@gateway/domain/money/decimal'
import { CannotPay } from './cannot-pay.ts'
import type { PayableAsset } from './rails.ts'

/** Base units of an amount as it is typed. @throws {CannotPay} unless it is a decimal above 0 that the asset can express. */
export function unitsOf(amount: string, asset: PayableAsset): bigint {
  const { decimals } = assetOf(asset)
  const units = findUnits(amount, decimals)
  if (units !== undefined && units > 0n) return units
  throw new CannotPay(
    `${amount} is no amount of ${asset}: use a decimal above 0 with at most ${decimals} digits after the point, such as 0.001`,
  )
}

const parts: Readonly<Record<string, (due: bigint) => bigint>> = { half: (due) => due / 2n, double: (due) => due * 2n }

/** Base units of an amount that may also be `half` or `double` of the due amount. @throws {CannotPay} */
export const partOf = (due: bigint, amount: string, asset: PayableAsset): bigint => parts[amount]?.(due) ?? unitsOf(amount, asset)
