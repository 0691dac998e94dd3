import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { base58 } from '@scure/base'
import { createHash } from 'node:crypto'
import type { PaymentRequest } from '../rail.ts'
import { labelPart } from '../rail/label-part.ts'

/**
 * Wallet link with the exact amount in whole coins, as a plain decimal without exponent, the payee's name, and a reference that is this payment's
 * own; `mint` is null for SOL.
 * Source: Solana Pay transfer requests, https://docs.solanapay.com/spec
 */
export function solanaPaymentUri({ asset, address, units, label, subjectId }: PaymentRequest, mint: string | null): string {
  const amount = formatUnits(units, assetOf(asset).decimals)
  const token = mint === null ? '' : `&spl-token=${mint}`
  const reference = subjectId === undefined ? '' : `&reference=${referenceOf(subjectId)}`
  return `solana:${address}?amount=${amount}${token}${reference}${labelPart(label)}`
}

/** The 32 bytes are no account of anybody: a wallet adds them to its transaction, which can then be found by them. */
const referenceOf = (subjectId: string): string => base58.encode(createHash('sha256').update(`reference|${subjectId}`).digest())
