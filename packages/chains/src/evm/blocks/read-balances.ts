import { type Hex, sliceHex, size } from 'viem'
import { readShape } from '../../read-shape.ts'
import { ChainUnavailable } from '../../errors.ts'
import type { EvmRail } from '../rail.ts'
import type { EvmRpc } from '../rpc.ts'
import { Bytes } from './shapes.ts'

// Address of the reader's code during the call; it is unused and keeps nothing.
const READER = '0x00000000000000000000000000000000000ba1a5'
const WORD = 32

/**
 * Code that takes words with addresses and returns as many words with their balances:
 * PUSH0, loop: while i < CALLDATASIZE { MSTORE(i, BALANCE(CALLDATALOAD(i))); i += 32 }, RETURN(0, CALLDATASIZE).
 */
const CODE: Hex = '0x5f5b368110600b57365ff35b8035318152602001600156'

/** The addresses and the block of a balance query. */
interface Asked {
  readonly addresses: readonly string[]
  /** The block is named by its hash (EIP-1898), so that a reorg cannot mix two branches. */
  readonly blockHash: string
}

/**
 * The native coin of addresses at a block, in their order, in one call for any number.
 * @throws {ChainUnavailable} when the node does not know the block or cannot run code that is not on the chain (state override of
 * `eth_call`).
 */
export async function readBalances({ rail, rpc }: { rail: EvmRail; rpc: EvmRpc }, { addresses, blockHash }: Asked): Promise<bigint[]> {
  if (addresses.length === 0) return []
  const from = { chain: rail.chain, method: 'eth_call' }
  const data: Hex = `0x${addresses.map(word).join('')}`
  const answer = await rpc.call(from.method, [{ to: READER, data }, { blockHash }, { [READER]: { code: CODE } }])
  const words = readShape(Bytes, answer, from)
  if (size(words) !== addresses.length * WORD)
    throw new ChainUnavailable(rail.chain, 'it gave another number of words than it was asked for')
  return addresses.map((_, at) => BigInt(sliceHex(words, at * WORD, (at + 1) * WORD)))
}

// The gateway's addresses were checked at creation; checking thousands of checksums again would cost more than the call.
const word = (address: string): string =>
  address
    .slice(2)
    .toLowerCase()
    .padStart(2 * WORD, '0')
