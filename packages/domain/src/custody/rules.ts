import type { AssetCode } from '../money/asset.ts'
import { type Bps, portion } from '../money/rounding.ts'

/** Share of an amount that a network may take, and the least it may take whatever the amount. */
export interface FeeCap {
  readonly shareBps: Bps
  readonly floorUnits: bigint
}

const SHARE_BPS = 200

/** Default caps on network fees; above them a payout waits. Only assets whose sending transaction takes its fee out of the deposit need one. */
export const feeCaps: Readonly<Partial<Record<AssetCode, FeeCap>>> = {
  BTC: { shareBps: SHARE_BPS, floorUnits: 3_000n },
  BCH: { shareBps: SHARE_BPS, floorUnits: 3_000n },
}

/** The most a network may take out of an amount. */
export function feeCapUnits(cap: FeeCap, units: bigint): bigint {
  const share = portion(units, cap.shareBps)
  return share > cap.floorUnits ? share : cap.floorUnits
}
