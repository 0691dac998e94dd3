import { keccak_256 } from '@noble/hashes/sha3.js'
import { checksumAddress, type Address } from 'viem'

/** An address in its EIP-55 spelling, or the reason to reject it. */
export type ParsedEvmAddress = { readonly address: Address } | { readonly problem: string }

const SHAPE = /^0x[0-9a-fA-F]{40}$/
const ZERO = 0n
const BURN = 0xdeadn
const LAST_PRECOMPILE = 0xffffn

/**
 * The spelling for comparing addresses: checksumming every address of a node would cost a hash each.
 * @param address - 0x and 40 digits in any case.
 */
export const watchKey = (address: string): Address => `0x${address.slice(2).toLowerCase()}`

/**
 * Parses an Ethereum address that can receive payouts.
 * A single case carries no checksum and is accepted; mixed case must be the EIP-55 spelling, because a wrong digit is the only sign of a
 * mistyped address. Zero, the burn address and precompiles have no key, and `reserved` contracts would keep the money, so all are rejected.
 * @param reserved - Contracts by canonical address, with their description (`the USDC contract`).
 */
export function parseEvmAddress(text: string, reserved: ReadonlyMap<string, string>): ParsedEvmAddress {
  if (!SHAPE.test(text)) return { problem: 'must be 0x followed by 40 hexadecimal digits' }
  const address = checksumAddress(watchKey(text))
  if (isMixedCase(text) && text !== address) return { problem: 'has a wrong EIP-55 checksum' }
  const problem = unspendable(BigInt(text)) ?? reservedProblem(reserved.get(address))
  return problem === undefined ? { address } : { problem }
}

const UPPER_FROM = 8

/** The EIP-55 spelling of the 20 bytes of an address. */
export function spellAddress(bytes: Uint8Array): Address {
  const digits = Buffer.from(bytes).toString('hex')
  const hash = Buffer.from(keccak_256(Buffer.from(digits, 'latin1'))).toString('hex')
  let spelt = ''
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charAt(at)
    spelt += Number.parseInt(hash.charAt(at), 16) >= UPPER_FROM ? digit.toUpperCase() : digit
  }
  return `0x${spelt}`
}

function isMixedCase(text: string): boolean {
  const digits = text.slice(2)
  return digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
}

function unspendable(value: bigint): string | undefined {
  if (value === ZERO) return 'is the zero address'
  if (value === BURN) return 'is a burn address'
  if (value <= LAST_PRECOMPILE) return 'is a precompiled contract'
  return undefined
}

const reservedProblem = (owner: string | undefined): string | undefined => (owner === undefined ? undefined : `is ${owner}`)
