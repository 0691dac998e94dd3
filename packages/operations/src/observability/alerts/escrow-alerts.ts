import type { Alert } from './alert.ts'

/** Alerts about escrows whose clock will decide if nobody does. */
export const escrowAlerts: readonly Alert[] = [
  {
    name: 'EscrowContractNearDeadline',
    metric: 'escrow_contracts_near_deadline',
    expr: 'max by (chain) (escrow_contracts_near_deadline) > 0',
    holds: '10m',
    severity: 'page',
    meaning:
      'A contract holds the money of an escrow whose outcome was not paid in almost two months. Within a week anybody can refund its depositor, whatever was decided.',
    step: '`npm run operator -- held` names what stops its payout: a pause, a cap, a gas payer without coins. The signer signs no release in the last two days.',
    area: 'payouts',
  },
  {
    name: 'EscrowDisputeNearDeadline',
    metric: 'escrow_disputes_near_deadline',
    expr: 'max(escrow_disputes_near_deadline) > 0',
    holds: '10m',
    severity: 'ticket',
    meaning: 'A dispute ends within two days without a decision; then its depositor gets everything back, once it has named an address.',
    step: 'Decide it in the dispute inbox of the portal. Above 10 000 USD two operators have to agree.',
    area: 'disputes',
  },
]
