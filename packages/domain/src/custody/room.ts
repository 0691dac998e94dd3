import type { DomainRoom } from '../kernel/room.ts'

/** What the lists of the domain know of custody. */
export const custodyRoom = {
  logFields: ['decisionId', 'idx', 'intentId', 'intentIds', 'payout', 'txId', 'units'],
  sweeps: [
    'due_payouts',
    'stuck_attempts',
    'unpinned_terms',
    'unpinned_escrows',
    'unpinned_refunds',
    'unpinned_wallets',
    'approved_lifts',
    'address_pools',
    'unsent_attempts',
    'expiring_attempts',
  ],
} as const satisfies DomainRoom
