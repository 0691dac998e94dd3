import type { FeeEstimate } from '../../rail.ts'

/** What a transaction offers for gas, in wei (EIP-1559). */
export interface GasPrice {
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

/**
 * The gas price to sign with: room for the base fee to double, the tip on top, neither above its cap.
 *
 * Undefined while even the present base fee and the tip exceed the cap: such a transaction would lie in the pool, so the forward waits
 * instead. EIP-1559 demands that the tip is at most the whole.
 *
 * @param caps - The most the operator allows, in wei per gas; policy rule, not an estimate.
 */
export function capFees(estimate: FeeEstimate & { family: 'account' }, caps: GasPrice): GasPrice | undefined {
  const maxPriorityFeePerGas = smaller(estimate.priorityFeeWei, caps.maxPriorityFeePerGas)
  if (estimate.baseFeeWei + maxPriorityFeePerGas > caps.maxFeePerGas) return undefined
  return { maxFeePerGas: smaller(2n * estimate.baseFeeWei + maxPriorityFeePerGas, caps.maxFeePerGas), maxPriorityFeePerGas }
}

const smaller = (left: bigint, right: bigint): bigint => (left < right ? left : right)
