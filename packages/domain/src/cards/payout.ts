import type { BusinessId, MerchantId, Mode } from '../kernel/id.ts'

/** Statuses of a payout that the processor documents (Payout.status, 2026-10-28.endive); a later word is stored and shown as it is. */
export const cardPayoutStatuses = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const

/** A payout of the processor from a merchant's account to the merchant's bank. It is the merchant's own money: no ledger entry follows. */
export interface CardPayout {
  readonly id: string
  readonly merchantId: MerchantId
  readonly businessId: BusinessId
  readonly mode: Mode
  readonly processorPayoutId: string
  readonly status: string
  readonly amountMinor: bigint
  /** ISO 4217 in upper case; the bank's currency, which need not be one that payments are made in. */
  readonly currency: string
  readonly arrivesAt: Date
  readonly failureCode: string | null
  /** When the processor was asked for what is stored here; older answers are ignored. */
  readonly asOf: Date
  readonly createdAt: Date
  readonly updatedAt: Date
}
