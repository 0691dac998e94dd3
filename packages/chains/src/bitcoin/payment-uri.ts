import { assets } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'

/** Wallet link with the exact amount in whole BTC, as a plain decimal without exponent. Source: BIP-21. */
export function bitcoinPaymentUri({ address, units }: { readonly address: string; readonly units: bigint }): string {
  return `bitcoin:${address}?amount=${formatUnits(units, assets.BTC.decimals)}`
}
