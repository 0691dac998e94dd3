import type { BusinessId, MerchantId, Mode } from '../kernel/id.ts'
import type { AssetCode } from '../money/asset.ts'
import type { FiatCode } from '../money/fiat.ts'
import type { Bps } from '../money/rounding.ts'
import type { InvoiceLine } from './invoice-line.ts'
import type { InvoiceState } from './machine.ts'

/** A bill of a business over an amount of fiat, payable by crypto and card. Everything but its state and payments is frozen when it is sent. */
export interface Invoice {
  readonly id: string
  readonly merchantId: MerchantId
  readonly businessId: BusinessId
  readonly mode: Mode
  /** Consecutive per business and mode, from 1; shown as `INV-<number>`. */
  readonly number: number
  readonly clientId: string | null
  readonly currency: FiatCode
  /** With tax, in the smallest unit of the currency: the total of the lines, where it has any. */
  readonly amountMinor: bigint
  /** Empty for an invoice over a bare amount. */
  readonly lines: readonly InvoiceLine[]
  /** The coin it can be paid in; null for cards alone. */
  readonly asset: AssetCode | null
  readonly state: InvoiceState
  /** ISO 8601 days, where the business is. */
  readonly issueDate: string | null
  readonly serviceDate: string | null
  /** Null for an invoice that is never overdue. */
  readonly dueDate: string | null
  readonly notes: string | null
  readonly language: string | null
  readonly taxExemptionReason: string | null
  /** The client's own reference (BT-10). */
  readonly buyerReference: string | null
  /** The merchant's wallet that crypto is forwarded to. */
  readonly walletAddress: string | null
  readonly feeBps: Bps
  /** What both rails and marks of the merchant have credited, in the smallest unit of the currency. */
  readonly creditedMinor: bigint
  readonly remindersOn: boolean
  readonly sentAt: Date | null
  readonly viewedAt: Date | null
  readonly paidAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}
