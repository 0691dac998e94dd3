import type { ReceiptEntity } from '@gateway/db/identity/receipt.entity'
import type { Receipt } from '@gateway/domain/identity/receipt'
import { formatUnits } from '@gateway/domain/money/decimal'

const HUNDREDTHS = 100
const USD_DECIMALS = 2

/** A receipt as the domain knows it: weights as numbers, dollars as a decimal string, digests in hexadecimal. */
export function receiptOf(row: ReceiptEntity): Receipt {
  const { usdCents, weightHundredths, previousDigest, digest, content: _content, source: _source, ...receipt } = row
  return {
    ...receipt,
    amountUsd: usdCents === null ? null : formatUnits(usdCents, USD_DECIMALS),
    base: weightHundredths / HUNDREDTHS,
    previousDigest: hexOf(previousDigest),
    digest: hexOf(digest),
  }
}

/** A base weight as it is stored, exactly. */
export const hundredthsOf = (base: number): number => Math.round(base * HUNDREDTHS)

const hexOf = (bytes: Uint8Array | null): string | null => bytes && Buffer.from(bytes).toString('hex')
