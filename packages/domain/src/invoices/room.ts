import type { DomainRoom } from '../kernel/room.ts'
import { invoiceMachine } from './machine.ts'

/** What the lists of the domain know of invoices. */
export const invoicesRoom = {
  hasScope: true,
  objects: { invoice: invoiceMachine },
  purposes: {
    invoice_forward: {
      owner: 'invoice',
      termsOf: 'invoice',
      payees: ['merchant', 'platform'],
      payable: 'merchant:payable',
      isAwaited: true,
      paysOwedFees: true,
      takesDust: true,
      isHeldAfterPin: false,
      endsWithoutDeposits: false,
      isIdempotentOnChain: true,
    },
  },
  sweeps: ['due_invoices', 'unplanned_invoices', 'invoice_documents', 'invoice_letters'],
} as const satisfies DomainRoom
