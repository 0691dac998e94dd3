import { type Address, address, isAddress, isOffCurveAddress } from '@solana/kit'
import { SMALL_ORDER_ADDRESSES, systemAddresses } from './system-addresses.ts'

/** An address in its canonical spelling, or the reason to reject it; `programAddress` where a program can spend from it. */
export type ParsedSolanaAddress = { readonly address: Address } | { readonly problem: string; readonly programAddress?: Address }

// 32 bytes in base58: the alphabet has no 0, O, I and l.
const SHAPE = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

/**
 * Parses the address of a wallet, which is an Ed25519 public key.
 * An address off the curve has no key: it belongs to a program, as associated token accounts do, where SOL is lost, and the vaults of multisigs.
 * A token account or mint with a key of its own looks like a wallet; only a node can tell.
 * @param reserved - Further addresses that are no wallets, with their description (`the USDC mint`).
 */
export function parseSolanaAddress(text: string, reserved: ReadonlyMap<string, string>): ParsedSolanaAddress {
  if (!SHAPE.test(text)) return { problem: 'must be 32 to 44 characters of base58 and nothing else' }
  if (!isAddress(text)) return { problem: 'must have 32 bytes' }
  const problem = problemOf(address(text), reserved)
  if (problem !== undefined) return { problem }
  return isOffCurveAddress(text) ? { problem: OFF_CURVE, programAddress: text } : { address: text }
}

const OFF_CURVE = 'is the address of a program, such as a token account, and not of a wallet'

function problemOf(candidate: Address, reserved: ReadonlyMap<string, string>): string | undefined {
  const role = reserved.get(candidate) ?? systemAddresses.get(candidate)
  if (role !== undefined) return `is ${role}`
  if (SMALL_ORDER_ADDRESSES.has(candidate)) return 'is an address that no key can spend from'
  return undefined
}
