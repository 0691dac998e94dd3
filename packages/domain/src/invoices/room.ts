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
    invoice_refund: {
      owner: 'invoice',
      termsOf: 'invoice_refund',
      payees: ['payer'],
      payable: 'party:payable',
      isAwaited: true,
      paysOwedFees: false,
      takesDust: false,
      isHeldAfterPin: true,
      endsWithoutDeposits: true,
      isIdempotentOnChain: false,
    },
  },
  sweeps: ['due_invoices', 'unplanned_invoices', 'due_invoice_refunds', 'invoice_documents', 'invoice_letters'],
} as const satisfies DomainRoom
