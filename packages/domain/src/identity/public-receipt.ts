import type { ActionCategory } from './categories.ts'
import { baseOf } from './receipt-chain.ts'
import type { ReceiptKind } from './receipt.ts'
import type { CountedReceipt } from './reputation.ts'

/** A receipt as gateways publish it, as far as the formula reads it. */
export interface PublicReceipt {
  readonly receipt_id: string
  readonly kind: ReceiptKind
  readonly action_category: ActionCategory
  readonly action_type: string | null
  readonly outcome: string
  readonly rating: number | null
  readonly amount_usd: string | null
  readonly counterparty_did: string | null
  readonly verified: boolean
  readonly withdrawn_at: string | null
  readonly created_at: string
}

/** The published receipts that count. What a gateway says of their weight is not read: it follows from the published table. */
export const countedOf = (receipts: readonly PublicReceipt[]): CountedReceipt[] =>
  receipts
    .filter(({ verified, withdrawn_at: withdrawnAt }) => verified && withdrawnAt === null)
    .map((receipt) => ({
      id: receipt.receipt_id,
      category: receipt.action_category,
      base: baseOf({ kind: receipt.kind, category: receipt.action_category, actionType: receipt.action_type, rating: receipt.rating }),
      outcome: receipt.outcome,
      rating: receipt.rating,
      amountUsd: receipt.amount_usd === null ? null : Number(receipt.amount_usd),
      counterparty: receipt.counterparty_did,
      createdAt: new Date(receipt.created_at),
    }))
