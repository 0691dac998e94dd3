import { binToHex, readTokenPrefix } from '@bitauth/libauth'

/** Tokens of an output, and the script that remains without them. */
export interface CashTokens {
  /** The id of their category, which is a transaction's. */
  readonly category: string
  /** The amount of fungible tokens; 1 for a token that is unique and nothing else. */
  readonly units: bigint
  readonly script: Uint8Array
}

/** The tokens that an output's script begins with; undefined where there are none (CHIP-2022-02 CashTokens). */
export function readTokens(script: Uint8Array): CashTokens | undefined {
  const read = readTokenPrefix({ bin: script, index: 0 })
  if (typeof read === 'string' || !read.result.token) return undefined
  const { category, amount } = read.result.token
  return { category: binToHex(category), units: amount === 0n ? 1n : amount, script: script.subarray(read.position.index) }
}
