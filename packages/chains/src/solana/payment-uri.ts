import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import type { PaymentRequest } from '../rail.ts'

/**
 * Wallet link with the exact amount in whole coins, as a plain decimal without exponent; `mint` is null for SOL.
 * Source: Solana Pay transfer requests, https://docs.solanapay.com/spec
 */
export function solanaPaymentUri({ asset, address, units }: PaymentRequest, mint: string | null): string {
  const amount = formatUnits(units, assetOf(asset).decimals)
  return `solana:${address}?amount=${amount}${mint === null ? '' : `&spl-token=${mint}`}`
}
