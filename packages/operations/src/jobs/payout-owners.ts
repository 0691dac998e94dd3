import { escrowPayouts } from '../escrows/settlement/escrow-payouts.ts'
import { invoicePayouts } from '../invoices/deposits/invoice-payouts.ts'
import type { PayoutOwners } from '../kernel/address-owners.ts'
import { paymentPayouts } from '../payments/forwarding/payment-payouts.ts'

/** The rooms that have payouts. */
export const payoutOwners: PayoutOwners = { payment: paymentPayouts, escrow: escrowPayouts, invoice: invoicePayouts }
