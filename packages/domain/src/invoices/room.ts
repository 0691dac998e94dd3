import type { DomainRoom } from '../kernel/room.ts'
import { invoiceMachine } from './machine.ts'
import { invoicePurposes } from './money-purposes.ts'

/** What the lists of the domain know of invoices. */
export const invoicesRoom = {
  hasScope: true,
  objects: { invoice: invoiceMachine },
  purposes: invoicePurposes,
  sweeps: ['due_invoices', 'unplanned_invoices', 'invoice_documents', 'invoice_letters'],
} as const satisfies DomainRoom
