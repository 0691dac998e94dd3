import { treasurySubject } from '../custody/treasury/treasury-subject.ts'
import { escrowOwner } from '../escrows/assessment/escrow-owner.ts'
import { invoiceOwner } from '../invoices/deposits/invoice-owner.ts'
import type { AddressOwners } from '../kernel/address-owners.ts'
import { paymentOwner } from '../payments/assessment/payment-subject.ts'
import { refundWatcher } from '../payments/assisted/watch/refund-watcher.ts'

/** The room of each kind of watched address. */
export const addressOwners: AddressOwners = {
  payment: paymentOwner,
  escrow: escrowOwner,
  invoice: invoiceOwner,
  treasury: treasurySubject,
  refunds: refundWatcher,
}
