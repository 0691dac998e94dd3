import { type Asset, type AssetCode, type ChainCode, quotedUnit } from '../money/asset.ts'
import { type Bps, portion } from '../money/rounding.ts'
import type { ConfirmationPolicy, PaymentRules, Ruled } from './payment-rules.ts'

/** The parts of a received amount; they add up to it exactly. */
export interface Split {
  readonly feeUnits: bigint
  readonly merchantUnits: bigint
  readonly networkFeeUnits: bigint
}

/** Confirmations of a block at a head: the block itself is the first. */
export const confirmationsAt = (height: number, head: number): number => Math.max(0, head - height + 1)

/** An amount on its chain with the rules of its value bands. */
export interface Worth extends Ruled {
  readonly chain: ChainCode
  readonly usdCents: bigint
}

/** The policy for an amount, never weaker than the current one. */
export function requiredConfirmations({ rules, chain, usdCents }: Worth, current?: ConfirmationPolicy): ConfirmationPolicy {
  const above = rules.bandLimitsUsdCents.filter((limit) => usdCents >= limit).length
  const band = rules.confirmationBands[chain][above] ?? { confirmations: 1, finality: true }
  return {
    confirmations: Math.max(band.confirmations, current?.confirmations ?? 0),
    finality: band.finality || (current?.finality ?? false),
  }
}

/** The largest tolerance of a business: a fifth. */
export const MAX_TOLERANCE_BPS: Bps = 2_000

/** How much of the due amount may be missing: the quoted units of the rules, plus the business's tolerance. */
export const toleranceUnits = (rules: PaymentRules, due: { asset: Asset; units: bigint; toleranceBps: Bps }): bigint =>
  BigInt(rules.toleranceQuotedUnits) * quotedUnit(due.asset) + portion(due.units, due.toleranceBps)

/** True when the received amount settles the debt. */
export const isSufficient = (terms: { dueUnits: bigint; toleranceUnits: bigint }, receivedUnits: bigint): boolean =>
  receivedUnits > 0n && receivedUnits >= terms.dueUnits - terms.toleranceUnits

/** The unpaid rest, never below zero. */
export const remainderUnits = (dueUnits: bigint, receivedUnits: bigint): bigint =>
  receivedUnits >= dueUnits ? 0n : dueUnits - receivedUnits

/** What a payer is asked for: the rest once a part has arrived, and the whole amount once nothing is due. */
export const askedUnits = ({ dueUnits, receivedUnits }: { dueUnits: bigint; receivedUnits: bigint }): bigint =>
  remainderUnits(dueUnits, receivedUnits) || dueUnits

/**
 * Splits a received amount: the platform fee is rounded down, the network fee is that of the sending transaction, the merchant gets the
 * remainder.
 */
export function splitReceived(receivedUnits: bigint, feeBps: Bps, networkFeeUnits: bigint): Split {
  return splitPaid({ units: receivedUnits, feeUnits: portion(receivedUnits, feeBps) }, networkFeeUnits)
}

/** The split for a fixed platform fee: a different network fee changes the merchant's share only. */
export const splitPaid = ({ units, feeUnits }: { units: bigint; feeUnits: bigint }, networkFeeUnits: bigint): Split => ({
  feeUnits,
  networkFeeUnits,
  merchantUnits: units - feeUnits - networkFeeUnits,
})

/** The minimum payment: the asset's floor, or a multiple of the current forwarding cost, whichever is more. */
export function minimumUnits(rules: PaymentRules, asset: AssetCode, forwardCostUnits: bigint): bigint {
  const multiple = forwardCostUnits * BigInt(rules.costMultiple)
  const floor = rules.floorUnits[asset]
  return multiple > floor ? multiple : floor
}

/** Default length of the payment window, and the bounds a business may choose from, in seconds. */
export const paymentWindow = { defaultSeconds: 15 * 60, minSeconds: 60, maxSeconds: 24 * 60 * 60 } as const
