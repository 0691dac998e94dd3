import type { AssetCode, ChainCode } from '../money/asset.ts'
import { type Bps, portion } from '../money/rounding.ts'

/** The share of an amount that a network may take, and the minimum it may take from any amount. */
export interface FeeCap {
  readonly shareBps: Bps
  readonly floorUnits: bigint
}

/** Caps by asset. Only assets whose transaction takes its fee from the deposit have one. */
export type FeeCaps = Readonly<Partial<Record<AssetCode, FeeCap>>>

const SHARE_BPS = 200

/** Default network fee caps of the signer; above them a payout waits. */
export const defaultFeeCaps = {
  BTC: { shareBps: SHARE_BPS, floorUnits: 3_000n },
  BCH: { shareBps: SHARE_BPS, floorUnits: 3_000n },
  SOL: { shareBps: SHARE_BPS, floorUnits: 5_000n },
} as const satisfies FeeCaps

/**
 * The largest platform fee. `MAX_FEE_BPS` of `DepositFactory.sol` allows no deposit address for more, so the signer would refuse such a
 * payment.
 */
export const MAX_FEE_BPS: Bps = 1_000

/** The maximum network fee for an amount. */
export function feeCapUnits(cap: FeeCap, units: bigint): bigint {
  const share = portion(units, cap.shareBps)
  return share > cap.floorUnits ? share : cap.floorUnits
}

/** When a forwarding round leaves, unless an operator sets other limits. */
export const defaultForwarding = {
  /** A payout is worth at least this many times its network cost. */
  costMultiple: 3,
  /** The gateway flushes an address at most this many times in 24 hours, besides the payment's own round. */
  flushesPerDay: 4,
} as const

/** The amount a transaction moves, and the most it can cost at the current price, both in base units of its asset. */
export interface PayoutValue {
  readonly units: bigint
  readonly costUnits: bigint
}

/**
 * The one rule for whatever strangers can make the gateway send: true when it moves so many times its cost, rent of new accounts included, whoever
 * bears that cost. Smaller amounts are held and added to later deposits of the address.
 */
export const isWorthSending = ({ units, costUnits }: PayoutValue, costMultiple: number): boolean =>
  units >= costUnits * BigInt(costMultiple)

/** A payout that may pay its network fee from the deposit. */
export interface PlannedPayout {
  readonly units: bigint
  readonly feeUnits: bigint
  readonly cost: { readonly units: bigint; readonly fromDeposit: boolean; readonly leastUnits: bigint }
}

/** True when the rest after platform fee and network fee is above the dust limit. */
export const leavesPayableUnits = ({ units, feeUnits, cost }: PlannedPayout): boolean =>
  !cost.fromDeposit || units - feeUnits - cost.units >= cost.leastUnits

/** What a payout gives of its deposit for block space, as far as its cost is known; undefined where the rest would not be payable. */
export function payableFeeUnits({
  cost,
  ...payout
}: Omit<PlannedPayout, 'cost'> & { readonly cost: PlannedPayout['cost'] | undefined }): bigint | undefined {
  if (cost && !leavesPayableUnits({ ...payout, cost })) return undefined
  return cost?.fromDeposit ? cost.units : 0n
}

const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS

/**
 * Retry delay after a transaction that moved no money, by hold reason: a final one, or one that nodes refused until it expired. Each try costs gas or a
 * signature, and the cause, such as a frozen wallet, seldom changes within minutes.
 */
export const restMs = { flush_failed: DAY_MS, transaction_refused: DAY_MS, transaction_reverted: HOUR_MS } as const

/** Two looks that find no trace of an expired transaction prove it dead when so much time lies between them. */
export const LAPSE_PROOF_MS = 30_000

/** A broadcast transaction unmined for so many blocks pays too little. */
export const STUCK_BLOCKS = 3

/** Fee cap reasons: such a payout resumes by itself once the chain is cheaper. */
const capReasons = ['network_fee_above_cap', 'fee_rate_above_cap', 'gas_above_cap', 'below_cost_of_forwarding'] as const

/** True once a payout has waited so long for a cheaper chain that an operator must look. */
export const isLongCapped = ({ reason, since }: { reason: string; since: Date }, now: Date): boolean =>
  capReasons.some((capped) => capped === reason) && now.getTime() - since.getTime() >= DAY_MS

/** Coins of each gas payer: below `low` forwarding on its chain is about to stop, above `high` it holds more than it needs. */
export const gasPayerCoins: Readonly<Partial<Record<ChainCode, { readonly low: string; readonly high: string }>>> = {
  ETH: { low: '0.05', high: '5' },
  POL: { low: '5', high: '500' },
  SOL: { low: '0.05', high: '5' },
}

/** Free addresses of a chain's pool from which on it is low. */
export const LOW_POOL = 200
