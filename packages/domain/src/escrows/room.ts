import type { PurposeFacts } from '../custody/purposes.ts'
import type { DomainRoom } from '../kernel/room.ts'
import { escrowMachine } from './machine.ts'

/** What all payouts of an escrow have in common. */
const escrowPayout = {
  owner: 'escrow',
  payable: 'party:payable',
  isAwaited: true,
  paysOwedFees: false,
  takesDust: true,
  isHeldAfterPin: false,
  endsWithoutDeposits: false,
  // Where transactions die with their nonce a contract holds the money, and pays by its first outcome only.
  isIdempotentOnChain: true,
} as const satisfies Partial<PurposeFacts>

/** What the lists of the domain know of escrows. */
export const escrowsRoom = {
  hasScope: true,
  objects: { escrow: escrowMachine },
  purposes: {
    escrow_release: {
      ...escrowPayout,
      termsOf: 'escrow',
      laterTermsOf: 'escrow_overpaid',
      payees: ['beneficiary', 'platform', 'depositor'],
    },
    escrow_refund: {
      ...escrowPayout,
      termsOf: 'escrow_refund',
      payees: ['depositor'],
    },
    escrow_excess: {
      ...escrowPayout,
      isAwaited: false,
      termsOf: 'escrow_excess',
      payees: ['depositor'],
    },
  },
  sweeps: ['due_escrows', 'unplanned_escrows'],
} as const satisfies DomainRoom
