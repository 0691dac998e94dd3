import { assets } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import type { PaymentRequest } from '../rail.ts'
import type { ChainFormat } from './formats/format.ts'

/** Wallet link with the exact amount in whole coins, as a plain decimal without exponent. Source: BIP-21. */
export const paymentUri = ({ linkOf }: ChainFormat, { asset, address, units }: PaymentRequest): string =>
  `${linkOf(address)}?amount=${formatUnits(units, assets[asset].decimals)}`
