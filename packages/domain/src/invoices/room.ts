import type { DomainRoom } from '../kernel/room.ts'
import { invoiceMachine } from './machine.ts'

/** What the lists of the domain know of invoices. */
export const invoicesRoom = {
  hasScope: true,
  objects: { invoice: invoiceMachine },
  sweeps: ['invoice_documents', 'invoice_letters'],
} as const satisfies DomainRoom
