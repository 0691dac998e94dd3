import type { CardEscrowAdvanced } from './signals.ts'

/** Activities of the payments role. */
export interface CardActivities {
  /**
   * Wakes the role that calls the card processor, which does what is due of a card escrow by its row.
   * @returns the state of the row now; what was due may still be under way.
   */
  wakeCardEscrow(input: { escrowId: string }): Promise<CardEscrowAdvanced>
}
