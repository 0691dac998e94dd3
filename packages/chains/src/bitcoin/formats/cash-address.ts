import { type CashAddressNetworkPrefix, decodeCashAddress, type DecodedCashAddress, encodeCashAddress } from '@bitauth/libauth'
import { createBase58check } from '@scure/base'
import type { BitcoinNetwork } from '../../definitions/bitcoin.ts'
import { bitcoinCashNetworks } from '../../definitions/bitcoin-cash.ts'
import { cashScriptForms, type ParsedScript } from '../script.ts'
import { sha256 } from './sha256.ts'
import type { AddressProblem } from './format.ts'

const base58check = createBase58check(sha256)

/** ASCII only, so that no look-alike survives case folding. The longest address of a script with rules: 12 characters, then 61. */
const ADDRESS_TEXT = /^[0-9A-Za-z:]{14,90}$/

const problems = {
  text: 'must be 14 to 90 letters and digits, with at most a prefix and a colon before them',
  checksum: 'has a wrong checksum or mixes upper and lower case',
  unknown: 'is of a kind for which Bitcoin Cash has no rules yet',
  legacy: 'is in the old format, which Bitcoin shares: give the same address in the format that begins with bitcoincash:q or bitcoincash:p',
} as const

/**
 * The script of a cash address, with or without its prefix. An address that announces support for tokens is read as the plain one of the
 * same script. Source: the CashAddr specification, CHIP-2022-02 (token-aware types).
 */
export function readCashAddress(network: BitcoinNetwork, text: string): ParsedScript | AddressProblem {
  if (!ADDRESS_TEXT.test(text)) return { problem: problems.text }
  if (isLegacy(text)) return { problem: problems.legacy }
  const decoded = decode(text)
  if (!decoded) return { problem: problems.checksum }
  if (decoded.prefix !== network.prefix) return { problem: `must be an address of Bitcoin Cash ${network.name}`, isForeign: true }
  const { payload, type } = decoded
  const form = cashScriptForms.find(({ spelling, payloadBytes }) => spelling.cash === plain[type] && payloadBytes === payload.length)
  return form ? { form, payload } : { problem: problems.unknown }
}

/** The cash address of a script, with its prefix, in lower case. @throws {TypeError} for a script of another chain. */
export function spellCashAddress({ prefix }: BitcoinNetwork, { form: { spelling }, payload }: ParsedScript): string {
  if (!('cash' in spelling)) throw new TypeError('Bitcoin Cash has no such address')
  return encode({ prefix, type: spelling.cash, payload })
}

/** The plain type of each type, with and without support for tokens. */
const plain = { p2pkh: 'p2pkh', p2sh: 'p2sh', p2pkhWithTokens: 'p2pkh', p2shWithTokens: 'p2sh' } as const

const prefixes = [...new Set(Object.values(bitcoinCashNetworks).map(({ prefix }) => prefix))]

/** The checksum covers the prefix, so at most one prefix fits a text without one. */
function decode(text: string): DecodedCashAddress | undefined {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return undefined
  const address = text.toLowerCase()
  const spellings = address.includes(':') ? [address] : prefixes.map((prefix) => `${prefix}:${address}`)
  return spellings.map(decodeExactly).find((decoded) => decoded !== undefined)
}

/** Padding of the encoding could give one script several spellings, so only the canonical one counts. */
function decodeExactly(address: string): DecodedCashAddress | undefined {
  const decoded = decodeCashAddress(address)
  return typeof decoded !== 'string' && encode(decoded) === address ? decoded : undefined
}

/** An address without its spelling; any prefix. */
type Contents = Pick<DecodedCashAddress, 'type' | 'payload'> & { readonly prefix: string }

// The library's type knows the usual prefixes only; the format takes any.
const encode = ({ prefix, type, payload }: Contents): string =>
  encodeCashAddress({ type, payload, prefix: prefix as CashAddressNetworkPrefix }).address

const legacyVersions = new Set<number | undefined>(
  Object.values(bitcoinCashNetworks).flatMap(({ pubKeyHash, scriptHash }) => [pubKeyHash, scriptHash]),
)

function isLegacy(text: string): boolean {
  try {
    const bytes = base58check.decode(text)
    return bytes.length === 21 && legacyVersions.has(bytes[0])
  } catch {
    // The coder reports a wrong checksum and a character outside the alphabet only by throwing.
    return false
  }
}
