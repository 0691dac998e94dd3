import type { LightningSendAdvanced } from './signals.ts'

/** Activities of the payments role. */
export interface LightningActivities {
  /**
   * Wakes the role that sends, which asks the node what became of a payment.
   * @returns the state of the row now; the node may still be asked.
   */
  wakeLightningSend(input: { paymentId: string }): Promise<LightningSendAdvanced>
}
