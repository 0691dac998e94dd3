import { MAX_SATS } from './amounts.ts'

/** What the operator lets leave; whole satoshis. */
export interface LightningLimits {
  /** One payment, at most. */
  readonly paymentSats: bigint
  /** All sends of one wallet within an hour. */
  readonly walletHourSats: bigint
  /** What the node may hold in channels: above it somebody has to move money to cold storage before more leaves unattended. */
  readonly hotBalanceSats: bigint
}

/** The limits of an operator that names none. */
export const defaultLightningLimits: LightningLimits = {
  paymentSats: MAX_SATS,
  walletHourSats: 50_000_000n,
  hotBalanceSats: 500_000_000n,
}
