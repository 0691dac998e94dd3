import type { BusinessId, MerchantId, Mode } from '../kernel/id.ts'
import type { AssetCode } from '../money/asset.ts'
import type { FiatCode } from '../money/fiat.ts'
import type { Bps } from '../money/rounding.ts'
import type { InvoiceLine } from './invoice-line.ts'
import type { InvoiceState } from './machine.ts'
import type { Buyer, Seller } from './party.ts'

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
  /** The merchant's own name of a wallet, which the gateway keeps for it. */
  readonly walletId: string | null
  /** The merchant's wallet that crypto is forwarded to; null in a draft that names none. */
  readonly walletAddress: string | null
  /** Where its coin is received, from when it was sent with a coin; it never changes. */
  readonly paymentAddress: string | null
  /** The terms that the signer holds for that address. */
  readonly payoutTermsId: string | null
  /** Whether the business could take cards when it was sent. */
  readonly takesCards: boolean
  readonly feeBps: Bps
  /** Who invoices whom, as they were when it was sent; null before, and without a client. */
  readonly seller: Seller | null
  readonly buyer: Buyer | null
  /** What both rails and marks of the merchant have credited, in the smallest unit of the currency. */
  readonly creditedMinor: bigint
  /** What credit notes have taken off its amount. */
  readonly creditNotesMinor: bigint
  /** The part of `creditedMinor` that was marked as paid outside; null without a mark. */
  readonly outsideMinor: bigint | null
  readonly outsideNote: string | null
  /** Who set the mark, as the audit log names actors. */
  readonly outsideBy: string | null
  readonly remindersOn: boolean
  /** From then on an unpaid one is overdue: the start of the day after its due day, where the business is. Null before it was sent, and without a due day. */
  readonly overdueAt: Date | null
  readonly sentAt: Date | null
  readonly viewedAt: Date | null
  readonly paidAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}
