import type { AssetCode, ChainCode } from '../money/asset.ts'
import { type Bps, portion } from '../money/rounding.ts'

/** Share of an amount that a network may take, and the least it may take whatever the amount. */
export interface FeeCap {
  readonly shareBps: Bps
  readonly floorUnits: bigint
}

/** Caps by asset. Only those whose sending transaction takes its fee out of the deposit have one. */
export type FeeCaps = Readonly<Partial<Record<AssetCode, FeeCap>>>

const SHARE_BPS = 200

/** Caps on network fees unless the operator sets the signer others; above them a payout waits. */
export const defaultFeeCaps = {
  BTC: { shareBps: SHARE_BPS, floorUnits: 3_000n },
  BCH: { shareBps: SHARE_BPS, floorUnits: 3_000n },
} as const satisfies FeeCaps

/**
 * The largest share that the platform may take. No deposit address exists for more (`MAX_FEE_BPS` of `DepositFactory.sol`), so the signer would refuse
 * every such payment.
 */
export const MOST_FEE_BPS: Bps = 1_000

/** The most a network may take out of an amount. */
export function feeCapUnits(cap: FeeCap, units: bigint): bigint {
  const share = portion(units, cap.shareBps)
  return share > cap.floorUnits ? share : cap.floorUnits
}

/** When a round of forwarding leaves, unless an operator sets it otherwise. */
export const defaultForwarding = {
  /** A round is worth at least this many times its network cost. */
  costMultiple: 3,
  /** The gateway flushes an address at most this many times in 24 hours, besides the payment's own round. */
  flushesPerDay: 4,
} as const

/** What a round moves, and the network cost of moving it at the current price, both in base units of its asset. */
export interface RoundValue {
  readonly units: bigint
  readonly costUnits: bigint
}

/** True when a round is worth its network cost, whoever bears it. Less is held and summed with later deposits of the same address. */
export const isWorthForwarding = ({ units, costUnits }: RoundValue, costMultiple: number): boolean =>
  units >= costUnits * BigInt(costMultiple)

/** A payout whose transaction may take its network fee out of the deposit. */
export interface PlannedPayout {
  readonly units: bigint
  readonly feeUnits: bigint
  readonly cost: { readonly units: bigint; readonly fromDeposit: boolean; readonly leastUnits: bigint }
}

/** True when something is left that nodes let a transaction pay, after the platform's part and the network fee. */
export const leavesPayableUnits = ({ units, feeUnits, cost }: PlannedPayout): boolean =>
  !cost.fromDeposit || units - feeUnits - cost.units >= cost.leastUnits

const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS

/**
 * How long a payout rests whose final transaction moved no money, by the reason it is held for. Each further try costs gas, and what stood in its
 * way, a wallet that a token has frozen for example, seldom changes within minutes.
 */
export const restMs = { flush_failed: DAY_MS, transaction_reverted: HOUR_MS } as const

/** A transaction that was sent and that so many blocks have left out is stuck: what it pays does not suffice. */
export const STUCK_BLOCKS = 3

/**
 * Chains on which a transaction may be replaced by a dearer one. Bitcoin Cash has no such rule, and a second transaction there is a double
 * spend; on Solana a signature lapses by itself.
 */
const replaceableChains: ReadonlySet<ChainCode> = new Set(['BTC', 'ETH', 'POL'])

/** True where a stuck transaction may be replaced. */
export const isReplaceable = (chain: ChainCode): boolean => replaceableChains.has(chain)

/** Reasons of caps on fees: a payout that waits for one of them goes on by itself once its chain is cheaper. */
const capReasons = ['network_fee_above_cap', 'fee_rate_above_cap', 'gas_above_cap', 'below_cost_of_forwarding'] as const

/** True once a payout has waited for a cheaper chain for so long that somebody must look at it. */
export const isLongCapped = ({ reason, since }: { reason: string; since: Date }, now: Date): boolean =>
  capReasons.some((capped) => capped === reason) && now.getTime() - since.getTime() >= DAY_MS
