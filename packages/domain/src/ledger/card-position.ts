import { type Bps, portion } from '../money/rounding.ts'

/** What the position of a charged escrow follows from, in the smallest unit of its currency. */
export interface EscrowSums {
  readonly capturedMinor: bigint
  readonly feeBps: Bps
  /** Refunds that succeeded and withdrawals of disputes, less what came back of both. */
  readonly goneMinor: bigint
  /** The transfer of a released escrow with what was reversed of it; null before. */
  readonly transfer: { readonly transferredMinor: bigint; readonly reversedMinor: bigint } | null
}

/** How the money of one escrow stands in the ledger. */
export interface EscrowPosition {
  /** What the platform holds of it; 0 once it was released. */
  readonly heldMinor: bigint
  /** The platform's fee of a released escrow. */
  readonly feeMinor: bigint
  /** What the platform owes the merchant; below 0 what the merchant owes. */
  readonly owedMinor: bigint
}

/**
 * The position of a charged escrow, which follows from its sums alone: money that leaves and comes back leaves no trace, in whichever order it does.
 *
 * Before the release what has gone is taken from what is held, and the merchant owes what was not there any more. After it the merchant's share is what is
 * left of the capture less the fee of that, of which the transfer less its reversals was paid.
 */
export function escrowPosition({ capturedMinor, feeBps, goneMinor, transfer }: EscrowSums): EscrowPosition {
  const restMinor = capturedMinor - goneMinor
  const leftMinor = restMinor > 0n ? restMinor : 0n
  if (transfer === null) return { heldMinor: leftMinor, feeMinor: 0n, owedMinor: restMinor - leftMinor }
  const feeMinor = portion(leftMinor, feeBps)
  return { heldMinor: 0n, feeMinor, owedMinor: restMinor - feeMinor - transfer.transferredMinor + transfer.reversedMinor }
}
