import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Hex } from 'viem'

const BYTES = 256
const BITS_EACH = 3
const BIT_MASK = BYTES * 8 - 1

/**
 * The bloom filter in the header of a block with exactly these logs: three bits for each address and each topic.
 * Source: Ethereum yellow paper, section 4.4.1 (transaction receipt) and equations for `M`.
 */
export function logsBloom(logs: readonly { readonly address: string; readonly topics: readonly string[] }[]): Hex {
  const filter = Buffer.alloc(BYTES)
  // Most logs of a block repeat the same few contracts and events: each is hashed once.
  for (const entry of new Set(logs.flatMap(({ address, topics }) => [address, ...topics]))) {
    const hash = Buffer.from(keccak_256(Buffer.from(entry.slice(2), 'hex')))
    for (let pair = 0; pair < BITS_EACH; pair += 1) setBit(filter, hash.readUInt16BE(pair * 2) & BIT_MASK)
  }
  return `0x${filter.toString('hex')}`
}

/** Bits are counted from the end of the filter. */
function setBit(filter: Buffer, bit: number): void {
  const at = BYTES - 1 - (bit >> 3)
  filter.writeUInt8(filter.readUInt8(at) | (1 << (bit & 7)), at)
}
