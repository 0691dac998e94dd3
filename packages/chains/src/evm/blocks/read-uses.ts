import type { AddressUse } from '@gateway/domain/custody/address-use'
import { type Hex, sliceHex, size } from 'viem'
import { readShape } from '../../read-shape.ts'
import { ChainUnavailable } from '../../errors.ts'
import type { EvmRail } from '../rail.ts'
import type { EvmRpc } from '../rpc.ts'
import { Bytes } from './shapes.ts'

// Address of the asker's code during the call; it is unused and keeps nothing.
const ASKER = '0x00000000000000000000000000000000000ba1a6'
const WORD = 32
/** A call may cost half a million gas for each of two questions, and nodes run fifty million. */
const MOST = 40

/**
 * Code that takes words with addresses and returns as many words: 0 for an address without code, 1 for a contract, 3 for one that answers both
 * `totalSupply()` and `balanceOf(address)` with one word, as every token does (ERC-20, ERC-721). Other contracts revert, or answer nothing as a Safe
 * does. Each question has gas of its own, so that no contract can spend that of the others.
 *
 * PUSH0, loop: while i < CALLDATASIZE { a = CALLDATALOAD(i); t = ask(a, totalSupply()) & ask(a, balanceOf(a));
 * MSTORE(i, 2t + (EXTCODESIZE(a) != 0)); i += 32 }, RETURN(0, CALLDATASIZE),
 * where ask = STATICCALL(500000, a, …) & RETURNDATASIZE == 32, with its input at 0x1000 and its output at 0x1040.
 */
const CODE: Hex = `0x5f5b368110600b57365ff35b8035${[
  '6318160ddd60e01b6110005260206110406004611000846207a120fa3d60201416',
  '6370a0823160e01b61100052816110045260206110406024611000856207a120fa3d6020141616',
  '8001903b15150181526020016001',
].join('')}56`

const uses: ReadonlyMap<bigint, AddressUse> = new Map([
  [0n, 'wallet'],
  [1n, 'contract'],
  [3n, 'token'],
])

/**
 * What addresses are at the head, in their order, in one call for each forty.
 * @throws {ChainUnavailable} when the node cannot run code that is not on the chain (state override of `eth_call`).
 */
export async function readUses({ rail, rpc }: { rail: EvmRail; rpc: EvmRpc }, addresses: readonly string[]): Promise<AddressUse[]> {
  const from = { chain: rail.chain, method: 'eth_call' }
  const found: AddressUse[] = []
  for (let start = 0; start < addresses.length; start += MOST) {
    const asked = addresses.slice(start, start + MOST)
    const data: Hex = `0x${asked.map(word).join('')}`
    const words = readShape(Bytes, await rpc.call(from.method, [{ to: ASKER, data }, 'latest', { [ASKER]: { code: CODE } }]), from)
    if (size(words) !== asked.length * WORD) throw new ChainUnavailable(rail.chain, 'it answered for another number of addresses')
    found.push(...asked.map((_, at) => useOf(rail, BigInt(sliceHex(words, at * WORD, (at + 1) * WORD)))))
  }
  return found
}

function useOf({ chain }: EvmRail, told: bigint): AddressUse {
  const use = uses.get(told)
  if (use === undefined) throw new ChainUnavailable(chain, `it answered ${told} about an address`)
  return use
}

const word = (address: string): string =>
  address
    .slice(2)
    .toLowerCase()
    .padStart(2 * WORD, '0')
