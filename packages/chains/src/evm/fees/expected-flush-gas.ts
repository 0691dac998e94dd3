import type { Address } from 'viem'

// Measured with contracts/measure-gas.ts for recipients that hold the asset already, and rounded up. Circle's contract is a pausable proxy,
// which makes each of an item's two token transfers some thousand gas more expensive than the measured plain contract.
const TRANSACTION_GAS = 30_000n
const NATIVE_ITEM_GAS = 60_000n
const TOKEN_ITEM_GAS = 75_000n

/**
 * Expected gas of a flush of so many deposits, as opposed to its gas limit, whose unused rest costs nothing.
 * @param token - Null for the native coin.
 */
export function expectedFlushGas(token: Address | null, deposits: number): bigint {
  return TRANSACTION_GAS + BigInt(deposits) * (token === null ? NATIVE_ITEM_GAS : TOKEN_ITEM_GAS)
}
