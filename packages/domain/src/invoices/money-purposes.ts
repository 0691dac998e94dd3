import type { PurposeFacts } from '../custody/purposes.ts'

/** Payouts of the money that invoices receive. */
export const invoicePurposes = {
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
} as const satisfies Readonly<Record<string, PurposeFacts>>
