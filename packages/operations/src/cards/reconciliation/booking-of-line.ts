import type { CardTransferKind } from '@gateway/domain/ledger/entry'
import type { BalanceFacts } from '@gateway/domain/cards/facts'

/** What of the ledger stands for a line of the platform's balance at the processor. */
export interface LineBooking {
  /** Null for what the ledger does not book: payouts to the platform's bank, subscriptions of the processor, types of a later day. */
  readonly kind: CardTransferKind | null
  /** The object that moved the balance; the line itself where the ledger names that. Of an application fee its charge is booked. */
  readonly ref: string
}

/** The types of docs.stripe.com/reports/balance-transaction-types that the ledger books. A dispute moves the balance by `adjustment`. */
const kinds: Readonly<Record<string, CardTransferKind>> = {
  charge: 'card_charge',
  payment: 'card_charge',
  application_fee: 'card_charge',
  refund: 'card_refund',
  payment_refund: 'card_refund',
  application_fee_refund: 'card_refund',
  refund_failure: 'card_refund_failed',
  payment_failure_refund: 'card_refund_failed',
  transfer: 'card_release',
  transfer_refund: 'card_reversal',
  adjustment: 'card_dispute',
}

/** The booking of a line of the platform's balance. */
export function bookingOfLine({ id, type, sourceId }: Pick<BalanceFacts, 'id' | 'type' | 'sourceId'>): LineBooking {
  const kind = kinds[type] ?? null
  return { kind, ref: kind === 'card_dispute' || sourceId === null ? id : sourceId }
}
