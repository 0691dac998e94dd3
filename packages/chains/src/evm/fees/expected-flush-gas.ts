import type { Address } from 'viem'

// Measured with contracts/measure-gas.ts for recipients that hold the asset already, and rounded up. Circle's contract is a pausable proxy,
// which makes each of the two token transfers of an item some thousand gas dearer than the plain contract that was measured.
const TRANSACTION_GAS = 30_000n
const NATIVE_ITEM_GAS = 60_000n
const TOKEN_ITEM_GAS = 75_000n

/**
 * Gas that a flush of so many deposits uses, in contrast to the limit it is signed with, of which the unused rest costs nothing.
 *
 * @param token - Null for the native coin.
 */
export function expectedFlushGas(token: Address | null, deposits: number): bigint {
  return TRANSACTION_GAS + BigInt(deposits) * (token === null ? NATIVE_ITEM_GAS : TOKEN_ITEM_GAS)
}
