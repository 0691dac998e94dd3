import type { AssetCode, ChainCode } from '../money/asset.ts'
import type { Bps } from '../money/rounding.ts'

/** How many confirmations a payment needs, and whether the chain must also call the block final. */
export interface ConfirmationPolicy {
  readonly confirmations: number
  readonly finality: boolean
}

/**
 * What decides about a payment, from its creation to the last of its money.
 *
 * A payment keeps the rules it was created under, so that a change of the operator's acts on payments created later only, and whoever recomputes an
 * old payment computes what was computed then.
 */
export interface PaymentRules {
  /** How long after its window a payment may still complete by itself. */
  readonly lateWindowMs: number
  /** Share of the locked rate that must be left when late money comes. */
  readonly keptBps: Bps
  /** Units of the quoted precision that may be missing, whatever the business grants. */
  readonly toleranceQuotedUnits: number
  /** The largest payment, in US cents. */
  readonly ceilingUsdCents: bigint
  /** The smallest payment in base units, whatever forwarding costs. */
  readonly floorUnits: Readonly<Record<AssetCode, bigint>>
  /** So many times what forwarding it costs a payment is at least. */
  readonly costMultiple: number
  /** Where the value bands after the first begin, in US cents. */
  readonly bandLimitsUsdCents: readonly bigint[]
  /** What each value band asks for. */
  readonly confirmationBands: Readonly<Record<ChainCode, readonly ConfirmationPolicy[]>>
}

/** Something that is judged by the rules it was created under. */
export interface Ruled {
  readonly rules: PaymentRules
}

/** What is judged, together with the rules that it is judged by. */
export const ruledBy = <Judged extends object>(rules: PaymentRules, judged: Judged): Judged & Ruled => ({ ...judged, rules })

/** How many value bands there are. */
export const BAND_COUNT = 4

const DAY_MS = 24 * 60 * 60 * 1_000
const bands = [0, 1, 2, 3] as const
const FINALIZED_FROM_LAST_BAND = (confirmations: number): ConfirmationPolicy[] =>
  bands.map((band) => ({ confirmations, finality: band === BAND_COUNT - 1 }))
const COUNTED = (...counts: number[]): ConfirmationPolicy[] => counts.map((confirmations) => ({ confirmations, finality: false }))

/** What holds unless an operator sets it otherwise. */
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
    POL: FINALIZED_FROM_LAST_BAND(128),
    SOL: bands.map(() => ({ confirmations: 1, finality: true })),
  },
}
