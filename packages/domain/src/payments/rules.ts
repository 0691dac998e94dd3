import type { ChainCode } from '../money/asset.ts'
import { type Asset, quotedUnit } from '../money/asset.ts'
import { type Bps, portion } from '../money/rounding.ts'

/** How many confirmations a payment needs, and whether the chain must also call the block final. */
export interface ConfirmationPolicy {
  readonly confirmations: number
  readonly finality: boolean
}

/** The parts of a received amount; they add up to it exactly. */
export interface Split {
  readonly feeUnits: bigint
  readonly merchantUnits: bigint
  readonly networkFeeUnits: bigint
}

const BAND_LIMITS_USD_CENTS = [10_000n, 100_000n, 1_000_000n]

const FINALIZED_FROM_LAST_BAND = (confirmations: number): ConfirmationPolicy[] =>
  [0, 1, 2, 3].map((band) => ({ confirmations, finality: band === 3 }))
const COUNTED = (...bands: number[]): ConfirmationPolicy[] => bands.map((confirmations) => ({ confirmations, finality: false }))

/** Confirmations by chain and value band: below 100, 1 000, 10 000 USD, and from there on. */
const confirmationBands = {
  BTC: COUNTED(1, 2, 3, 6),
  BCH: COUNTED(1, 3, 6, 6),
  ETH: FINALIZED_FROM_LAST_BAND(12),
  POL: FINALIZED_FROM_LAST_BAND(128),
  SOL: [0, 1, 2, 3].map(() => ({ confirmations: 1, finality: true })),
} as const satisfies Record<ChainCode, readonly ConfirmationPolicy[]>

/** Confirmations of a block at a head: the block itself is the first. */
export const confirmationsAt = (height: number, head: number): number => Math.max(0, head - height + 1)

/** The policy for an amount worth `usdCents`, never weaker than the one already in force. */
export function requiredConfirmations(chain: ChainCode, usdCents: bigint, current?: ConfirmationPolicy): ConfirmationPolicy {
  const above = BAND_LIMITS_USD_CENTS.filter((limit) => usdCents >= limit).length
  const band = confirmationBands[chain][above] ?? { confirmations: 1, finality: true }
  return {
    confirmations: Math.max(band.confirmations, current?.confirmations ?? 0),
    finality: band.finality || (current?.finality ?? false),
  }
}

/** The most that a business may grant beyond rounding: a fifth. */
export const MOST_TOLERANCE_BPS: Bps = 2_000

/** How much of the due amount may be missing: one quoted unit, plus the business's own tolerance. */
export const toleranceUnits = (asset: Asset, dueUnits: bigint, toleranceBps: Bps): bigint =>
  quotedUnit(asset) + portion(dueUnits, toleranceBps)

/** True when the received amount settles the debt. */
export const isSufficient = (terms: { dueUnits: bigint; toleranceUnits: bigint }, receivedUnits: bigint): boolean =>
  receivedUnits > 0n && receivedUnits >= terms.dueUnits - terms.toleranceUnits

/** What is still open, never below zero. */
export const remainderUnits = (dueUnits: bigint, receivedUnits: bigint): bigint =>
  receivedUnits >= dueUnits ? 0n : dueUnits - receivedUnits

/**
 * Divides a received amount: the platform's share is rounded down, the network's share is what the sending transaction takes out,
 * the merchant gets the remainder.
 */
export function splitReceived(receivedUnits: bigint, feeBps: Bps, networkFeeUnits: bigint): Split {
  return splitPaid({ units: receivedUnits, feeUnits: portion(receivedUnits, feeBps) }, networkFeeUnits)
}

/** The same once the platform's share stands: a network fee other than the planned one changes what the merchant gets, and nothing else. */
export const splitPaid = ({ units, feeUnits }: { units: bigint; feeUnits: bigint }, networkFeeUnits: bigint): Split => ({
  feeUnits,
  networkFeeUnits,
  merchantUnits: units - feeUnits - networkFeeUnits,
})

/** The smallest payment worth taking: the asset's floor, or ten times what forwarding it costs now, whichever is more. */
export const minimumUnits = (asset: Asset, forwardCostUnits: bigint): bigint => {
  const tenfold = forwardCostUnits * 10n
  return tenfold > asset.floorUnits ? tenfold : asset.floorUnits
}

/** Default length of the window that locks a rate, and the bounds a business may choose from, in seconds. */
export const paymentWindow = { defaultSeconds: 15 * 60, minSeconds: 60, maxSeconds: 24 * 60 * 60 } as const

/** Largest payment, in US cents. */
export const CEILING_USD_CENTS = 100_000_000n
