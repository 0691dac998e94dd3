import type { CheckoutDeposit, CheckoutView } from '@gateway/contract/checkout'
import { type AssetCode, assetOf } from '@gateway/domain/money/asset'
import { findUnits, formatUnits } from '@gateway/domain/money/decimal'
import { networkOf } from './asset-words.ts'

/** The deposits of one asset, added up; an unknown token has no amount that means anything. */
export interface DepositSum {
  readonly asset: AssetCode | null
  readonly amount: string
  readonly name: string
}

/** Deposits of another asset than the payment's that are still at the address. */
export const foreignDeposits = (payment: CheckoutView): DepositSum[] => foreignOf(payment, liesThere)

/** Deposits of another asset than the payment's that were forwarded to the merchant. */
export const forwardedForeign = (payment: CheckoutView): DepositSum[] => foreignOf(payment, ({ status }) => status === 'confirmed')

const foreignOf = (payment: CheckoutView, applies: (deposit: CheckoutDeposit) => boolean): DepositSum[] =>
  sums(
    payment,
    payment.deposits.filter((deposit) => deposit.asset !== payment.blockchain && applies(deposit)),
  )

/** True while the address holds money of the payment's own asset. */
export const holdsOwn = ({ blockchain, deposits }: CheckoutView): boolean =>
  deposits.some((deposit) => deposit.asset === blockchain && liesThere(deposit))

/** It was neither sent on nor back. */
const liesThere = ({ status }: CheckoutDeposit): boolean => status === 'seen' || status === 'held'

/** True when less was paid than asked. */
export const isBelowAsked = ({ blockchain, amount_received: received, crypto_amount: asked }: CheckoutView): boolean =>
  unitsOf(blockchain, received) < unitsOf(blockchain, asked)

/** What went back to the payer. */
export const returnedDeposits = (payment: CheckoutView): DepositSum[] =>
  sums(
    payment,
    payment.deposits.filter(({ asset, status }) => asset !== null && status === 'returned'),
  )

/** The amount above the requested one, `0` without one. */
export function excessOf({ blockchain, amount_received: received, crypto_amount: asked }: CheckoutView): string {
  const excess = unitsOf(blockchain, received) - unitsOf(blockchain, asked)
  return formatUnits(excess > 0n ? excess : 0n, assetOf(blockchain).decimals)
}

function sums(payment: CheckoutView, deposits: readonly CheckoutDeposit[]): DepositSum[] {
  return [...Map.groupBy(deposits, ({ asset }) => asset)].map(([asset, own]) =>
    asset === null ? { asset, amount: '', name: '' } : { asset, amount: total(asset, own), name: nameBeside(payment.blockchain, asset) },
  )
}

const total = (asset: AssetCode, deposits: readonly CheckoutDeposit[]): string =>
  formatUnits(
    deposits.reduce((sum, { amount }) => sum + unitsOf(asset, amount), 0n),
    assetOf(asset).decimals,
  )

/** A token of the wanted name on another network is told apart by that. */
const nameBeside = (wanted: AssetCode, asset: AssetCode): string =>
  asset !== wanted && assetOf(asset).ticker === assetOf(wanted).ticker
    ? `${assetOf(asset).ticker} (${networkOf(asset)})`
    : assetOf(asset).ticker

/** The contract writes amounts that the asset can hold. */
const unitsOf = (asset: AssetCode, amount: string): bigint => findUnits(amount, assetOf(asset).decimals) ?? 0n
