import { invoiceRefunds } from '../invoices/held/refunded-invoice.ts'
import { paymentRefunds } from '../payments/refunds/payment-refunds.ts'
import type { RefundOwners } from '../payments/refunds/shared/refunded-object.ts'

/** The rooms whose held money goes back to payers. */
export const refundOwners: RefundOwners = [paymentRefunds, invoiceRefunds]
