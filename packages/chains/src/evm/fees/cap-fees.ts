import type { FeeEstimate } from '../../rail/fee-estimate.ts'

/** The gas price of a transaction, in wei (EIP-1559). */
export interface GasPrice {
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

/** An estimate of an EVM chain. */
export type GasEstimate = FeeEstimate & { readonly family: 'account' }

/** True for an estimate in wei per gas. */
export const isGasEstimate = (fees: FeeEstimate): fees is GasEstimate => fees.family === 'account'

/**
 * The gas price to sign with: room for the base fee to double, plus the tip, neither above its cap.
 * Undefined while the current base fee and tip exceed the cap: such a transaction would stay unmined, so the forward waits. EIP-1559
 * requires the tip to be at most the total.
 * @param caps - The operator's maximum, in wei per gas; a policy rule, not an estimate. Without it no price is allowed.
 */
export function capFees(estimate: GasEstimate, caps: GasPrice | undefined): GasPrice | undefined {
  if (!caps) return undefined
  const maxPriorityFeePerGas = smaller(estimate.priorityFeeWei, caps.maxPriorityFeePerGas)
  if (estimate.baseFeeWei + maxPriorityFeePerGas > caps.maxFeePerGas) return undefined
  return { maxFeePerGas: smaller(2n * estimate.baseFeeWei + maxPriorityFeePerGas, caps.maxFeePerGas), maxPriorityFeePerGas }
}

const smaller = (left: bigint, right: bigint): bigint => (left < right ? left : right)
