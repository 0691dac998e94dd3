import { assets } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import type { PaymentRequest } from '../rail.ts'
import { labelPart } from '../rail/label-part.ts'
import type { ChainFormat } from './formats/format.ts'

/** Wallet link with the exact amount in whole coins, as a plain decimal without exponent, and the payee's name. Source: BIP-21. */
export const paymentUri = ({ linkOf }: ChainFormat, { asset, address, units, label }: PaymentRequest): string =>
  `${linkOf(address)}?amount=${formatUnits(units, assets[asset].decimals)}${labelPart(label)}`
