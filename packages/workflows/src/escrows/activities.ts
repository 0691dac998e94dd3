import type { EscrowAdvanced } from './signals.ts'

/** Activities of the payments role. */
export interface EscrowActivities {
  /**
   * Ends the wait of an escrow for its deposit, its grace or its dispute when the time has come, and plans its payouts.
   * @returns the state of its row.
   */
  advanceEscrow(input: { escrowId: string }): Promise<EscrowAdvanced>
}
