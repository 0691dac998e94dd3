import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'

/** The deposits of an invoice that wait for a decision of its merchant: booked, credited to nothing, and in no payout. */
export const undecidedDeposits = (deposits: readonly DepositEntity[]): DepositEntity[] =>
  deposits.filter(
    ({ creditRevision, intentId, heldIn, state }) =>
      creditRevision !== null && intentId === null && heldIn !== 'payment:held' && state === 'included',
  )
