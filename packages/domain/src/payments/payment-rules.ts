import type { AssetCode, ChainCode } from '../money/asset.ts'
import type { Bps } from '../money/rounding.ts'

/** The confirmations of a payment, and whether its block must also be final. */
export interface ConfirmationPolicy {
  readonly confirmations: number
  readonly finality: boolean
}

/**
 * The rules of a payment, frozen at its creation: a later change of the operator's settings applies to new payments only, and a replay
 * computes with the original rules.
 */
export interface PaymentRules {
  /** How long after its window a payment may still complete by itself. */
  readonly lateWindowMs: number
  /** Minimum share of the locked rate at which late money counts. */
  readonly keptBps: Bps
  /** Quoted units that may be missing, in addition to the business's tolerance. */
  readonly toleranceQuotedUnits: number
  /** The largest payment, in US cents. */
  readonly ceilingUsdCents: bigint
  /** The smallest payment in base units, for any forwarding cost. */
  readonly floorUnits: Readonly<Record<AssetCode, bigint>>
  /** A payment is worth at least this multiple of its forwarding cost. */
  readonly costMultiple: number
  /** Lower limits of the value bands after the first, in US cents. */
  readonly bandLimitsUsdCents: readonly bigint[]
  /** Confirmation policy of each value band. */
  readonly confirmationBands: Readonly<Record<ChainCode, readonly ConfirmationPolicy[]>>
}

/** An object with the rules it was created under. */
export interface Ruled {
  readonly rules: PaymentRules
}

/** Attaches the rules to an object. */
export const ruledBy = <Judged extends object>(rules: PaymentRules, judged: Judged): Judged & Ruled => ({ ...judged, rules })

/** Number of value bands. */
export const BAND_COUNT = 4

const DAY_MS = 24 * 60 * 60 * 1_000
const bands = [0, 1, 2, 3] as const
const FINALIZED_FROM_LAST_BAND = (confirmations: number): ConfirmationPolicy[] =>
  bands.map((band) => ({ confirmations, finality: band === BAND_COUNT - 1 }))
/** Where the chain itself says when a block is final, and does so within seconds. */
const FINALIZED = bands.map((): ConfirmationPolicy => ({ confirmations: 1, finality: true }))
const COUNTED = (...counts: number[]): ConfirmationPolicy[] => counts.map((confirmations) => ({ confirmations, finality: false }))

/** Default rules, unless an operator sets others. */
export const defaultRules: PaymentRules = {
  lateWindowMs: 30 * DAY_MS,
  keptBps: 9_800,
  toleranceQuotedUnits: 1,
  ceilingUsdCents: 100_000_000n,
  floorUnits: {
    BTC: 5_000n,
    BCH: 5_000n,
    ETH: 500_000_000_000_000n,
    POL: 50_000_000_000_000_000n,
    SOL: 1_000_000n,
    USDC_ETH: 1_000_000n,
    USDC_POL: 100_000n,
    USDC_SOL: 100_000n,
  },
  costMultiple: 10,
  bandLimitsUsdCents: [10_000n, 100_000n, 1_000_000n],
  confirmationBands: {
    BTC: COUNTED(1, 2, 3, 6),
    BCH: COUNTED(1, 3, 6, 6),
    ETH: FINALIZED_FROM_LAST_BAND(12),
    POL: FINALIZED,
    SOL: FINALIZED,
  },
}
