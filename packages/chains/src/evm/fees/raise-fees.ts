import { divideUp } from '@gateway/domain/money/rounding'
import { capFees, type GasEstimate, type GasPrice } from './cap-fees.ts'

const RAISED_PERCENT = 115n

/**
 * The gas price of a fee bump: both fields at least 15 % above the replaced transaction, and at least the current price.
 * Nodes require 10 % on both (geth) or 12.5 % (older ones). Undefined where a cap forbids it, or forbids the current price.
 */
export function raiseFees(earlier: GasPrice, estimate: GasEstimate, caps: GasPrice | undefined): GasPrice | undefined {
  const present = capFees(estimate, caps)
  if (!caps || !present) return undefined
  const maxPriorityFeePerGas = larger(present.maxPriorityFeePerGas, raised(earlier.maxPriorityFeePerGas))
  const least = larger(present.maxFeePerGas, raised(earlier.maxFeePerGas))
  const maxFeePerGas = larger(least, maxPriorityFeePerGas)
  if (maxFeePerGas > caps.maxFeePerGas || maxPriorityFeePerGas > caps.maxPriorityFeePerGas) return undefined
  return { maxFeePerGas, maxPriorityFeePerGas }
}

const raised = (wei: bigint): bigint => divideUp(wei * RAISED_PERCENT, 100n)
const larger = (left: bigint, right: bigint): bigint => (left > right ? left : right)
