import type { DomainRoom } from '../kernel/room.ts'
import { paymentMachine } from './machine.ts'

/** What the lists of the domain know of payments. */
export const paymentsRoom = {
  hasScope: true,
  objects: { payment: paymentMachine },
  purposes: {
    forward: {
      owner: 'payment',
      termsOf: 'payment',
      payees: ['merchant', 'platform'],
      payable: 'merchant:payable',
      isAwaited: true,
      paysOwedFees: true,
      takesDust: true,
      isHeldAfterPin: false,
      endsWithoutDeposits: false,
      isIdempotentOnChain: true,
    },
    payment_refund: {
      owner: 'payment',
      termsOf: 'refund',
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
  logFields: ['paymentIds', 'refundIds', 'deposits'],
  sweeps: [
    'refused_payments',
    'overdue_payments',
    'undecided_payments',
    'untaken_deposits',
    'overtaken_refunds',
    'due_refunds',
    'expired_refunds',
    'changed_payouts',
    'decisions',
  ],
} as const satisfies DomainRoom
