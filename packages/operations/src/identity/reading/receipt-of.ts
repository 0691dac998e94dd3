import type { ReceiptEntity } from '@gateway/db/identity/receipt.entity'
import type { CountedRow, PublicReceiptRow } from '@gateway/db/identity/reputation-queries'
import { type ActionCategory, baseWeights } from '@gateway/domain/identity/categories'
import type { Receipt } from '@gateway/domain/identity/receipt'
import type { CountedReceipt } from '@gateway/domain/identity/reputation'
import { formatUnits } from '@gateway/domain/money/decimal'

const CENT_DECIMALS = 2
const HUNDREDTHS = 100

/** A receipt as its row holds it, for its author. */
export const receiptOf = (row: ReceiptEntity): Receipt => ({ ...publicReceiptOf(row), taskDescription: row.taskDescription })

/** A receipt without what only its author may read. */
export const publicReceiptOf = (row: PublicReceiptRow): Receipt => ({
  id: row.id,
  kind: row.kind,
  subjectDid: row.subjectDid,
  counterpartyDid: row.counterpartyDid,
  authorMerchantId: row.authorMerchantId,
  escrowId: row.escrowId,
  category: categoryOf(row),
  actionType: row.actionType,
  outcome: row.outcome,
  rating: row.rating,
  amount: row.amount,
  currency: row.currency,
  amountUsd: usdOf(row),
  base: baseOf(row),
  taskDescription: null,
  isVerified: row.isVerified,
  withdrawnAt: row.withdrawnAt,
  sequence: row.sequence === null ? null : BigInt(row.sequence),
  previousDigest: hexOf(row.previousDigest),
  digest: hexOf(row.digest),
  createdAt: row.createdAt,
})

/** A receipt as the formula counts it: from the same texts that its public form has. */
export const countedReceiptOf = (row: CountedRow): CountedReceipt => {
  const amountUsd = usdOf(row)
  return {
    id: row.id,
    category: categoryOf(row),
    base: baseOf(row),
    outcome: row.outcome,
    rating: row.rating,
    amountUsd: amountUsd === null ? null : Number(amountUsd),
    counterparty: row.counterpartyDid,
    createdAt: row.createdAt,
  }
}

const usdOf = ({ usdCents }: Pick<CountedRow, 'usdCents'>): string | null =>
  usdCents === null ? null : formatUnits(usdCents, CENT_DECIMALS)

const baseOf = ({ weightHundredths }: Pick<CountedRow, 'weightHundredths'>): number => weightHundredths / HUNDREDTHS

const hexOf = (digest: Uint8Array | null): string | null => digest && Buffer.from(digest).toString('hex')

/** Every row was written with a category of the table. @throws {Error} for a row of another version. */
function categoryOf({ category }: Pick<CountedRow, 'category'>): ActionCategory {
  if (Object.hasOwn(baseWeights, category)) return category as ActionCategory
  throw new Error(`a receipt has the unknown category ${category}`)
}
