import type { EscrowAdvanced } from './signals.ts'

/** Activities of the payments role. */
export interface EscrowActivities {
  /**
   * Does what is due for an escrow: ends the wait for its deposit, its grace or its dispute when the time has come, and plans what has to leave.
   * @returns the state of its row.
   */
  advanceEscrow(input: { escrowId: string }): Promise<EscrowAdvanced>
}
