import { type Hex, sliceHex, size } from 'viem'
import { ChainUnavailable } from '../errors.ts'
import type { EvmRail } from './rail.ts'
import type { EvmRpc } from './rpc.ts'
import { Bytes, readShape } from './shapes.ts'

// Where the reader's code is put for the time of the call; nothing is there, and nothing of it stays.
const READER = '0x00000000000000000000000000000000000ba1a5'
const WORD = 32

/** Operations that take an address and leave a number, by their byte. */
const opcodes = { BALANCE: '31', EXTCODESIZE: '3b' } as const

/**
 * Code that takes words with addresses and returns as many words with what an operation says of them:
 * PUSH0, loop: while i < CALLDATASIZE { MSTORE(i, OPERATION(CALLDATALOAD(i))); i += 32 }, RETURN(0, CALLDATASIZE).
 */
const readerOf = (operation: keyof typeof opcodes): Hex => `0x5f5b368110600b57365ff35b8035${opcodes[operation]}8152602001600156`

/** What is asked of many addresses at once. */
interface Asked {
  readonly operation: keyof typeof opcodes
  readonly addresses: readonly string[]
  /** The block is named by its hash (EIP-1898), so that a reorganisation cannot mix two branches. */
  readonly blockHash: string
}

/**
 * What one operation of the EVM says of addresses at a block, in their order; one call however many there are.
 *
 * @throws {ChainUnavailable} when the node does not know the block or cannot run code that is not on the chain (state override of `eth_call`).
 */
export async function readWords(
  { rail, rpc }: { rail: EvmRail; rpc: EvmRpc },
  { operation, addresses, blockHash }: Asked,
): Promise<bigint[]> {
  if (addresses.length === 0) return []
  const from = { chain: rail.chain, method: 'eth_call' }
  const data: Hex = `0x${addresses.map(word).join('')}`
  const answer = await rpc.call(from.method, [{ to: READER, data }, { blockHash }, { [READER]: { code: readerOf(operation) } }])
  const words = readShape(Bytes, answer, from)
  if (size(words) !== addresses.length * WORD)
    throw new ChainUnavailable(rail.chain, 'it gave another number of words than it was asked for')
  return addresses.map((_, at) => BigInt(sliceHex(words, at * WORD, (at + 1) * WORD)))
}

// Addresses of ours were checked when they were made; proving thousands of checksums anew would cost more than the call.
const word = (address: string): string =>
  address
    .slice(2)
    .toLowerCase()
    .padStart(2 * WORD, '0')
