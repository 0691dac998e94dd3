import { carryOutInvoice } from '../invoices/held/invoice-decisions.ts'
import type { DecisionOwners } from '../payments/portal/carry-out-decision.ts'
import { carryOutPayment } from '../payments/portal/payment-decisions.ts'

/** Who carries out what merchants decide about held money. */
export const decisionOwners: DecisionOwners = { payment: carryOutPayment, invoice: carryOutInvoice }
