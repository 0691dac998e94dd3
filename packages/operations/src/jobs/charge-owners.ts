import { invoiceCharges } from '../invoices/charges/invoice-charges.ts'
import type { ChargeOwners } from '../cards/lifecycle/charge-owners.ts'

/** The rooms whose objects are paid by card. */
export const chargeOwners: ChargeOwners = { invoice: invoiceCharges }
