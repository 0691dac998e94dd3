import { bech32, bech32m, createBase58check } from '@scure/base'
import { PubT, validatePubkey } from '@scure/btc-signer/utils.js'
import { bitcoinChains, type BitcoinNetwork } from '../../definitions/bitcoin.ts'
import { sha256 } from './sha256.ts'
import { type ParsedScript, type ScriptForm, scriptForms } from '../script.ts'
import type { AddressProblem } from './format.ts'

const base58check = createBase58check(sha256)

/** ASCII only, so that no look-alike character survives case folding; the longest witness address has 90 characters (BIP-173). */
const ADDRESS_TEXT = /^[0-9A-Za-z]{14,90}$/

const problems = {
  text: 'must be 14 to 90 letters and digits and nothing else',
  checksum: 'has a wrong checksum or mixes upper and lower case',
  unknown: 'is of a kind for which Bitcoin has no rules yet',
  unspendable: 'is a Taproot address that no key can spend from',
} as const

/**
 * The script of an address. Sources: BIP-173 and BIP-350 for witness addresses, Base58Check for the others. Witness versions without rules
 * are rejected: any miner could spend them.
 */
export function readBitcoinAddress(network: BitcoinNetwork, text: string): ParsedScript | AddressProblem {
  if (!ADDRESS_TEXT.test(text)) return { problem: problems.text }
  const hrp = knownPrefixes.find((prefix) => text.toLowerCase().startsWith(`${prefix}1`))
  if (hrp === undefined) return readBase58(network, text)
  return hrp === network.prefix ? readWitness(text) : foreign(network)
}

function readWitness(text: string): ParsedScript | AddressProblem {
  const plain = bech32.decodeUnsafe(text)
  const decoded = plain ?? bech32m.decodeUnsafe(text)
  const version = decoded?.words[0]
  const payload = decoded && bech32.fromWordsUnsafe(decoded.words.slice(1))
  // BIP-350: version 0 carries the checksum of BIP-173, every later version the new one.
  if (version === undefined || !payload || (version === 0) !== Boolean(plain)) return { problem: problems.checksum }
  const form = formOf(({ spelling }) => 'witnessVersion' in spelling && spelling.witnessVersion === version, payload)
  if (!form) return { problem: problems.unknown }
  return form.kind === 'P2TR' && !isCurvePoint(payload) ? { problem: problems.unspendable } : { form, payload }
}

function readBase58(network: BitcoinNetwork, text: string): ParsedScript | AddressProblem {
  const bytes = decodeBase58(text)
  if (!bytes) return { problem: problems.checksum }
  const payload = bytes.subarray(1)
  const form = formOf(({ spelling }) => 'base58' in spelling && network[spelling.base58] === bytes[0], payload)
  if (form) return { form, payload }
  return knownVersions.has(bytes[0]) ? foreign(network) : { problem: problems.unknown }
}

function decodeBase58(text: string): Uint8Array | undefined {
  try {
    return base58check.decode(text)
  } catch {
    // The coder reports a wrong checksum and a character outside the alphabet only by throwing.
    return undefined
  }
}

function isCurvePoint(key: Uint8Array): boolean {
  try {
    validatePubkey(key, PubT.schnorr)
    return true
  } catch {
    // BIP-341: an output whose key is no x coordinate of the curve is unspendable. The check answers only by throwing.
    return false
  }
}

/** The address of a script: witness addresses in lower case. @throws {TypeError} for a script of another chain. */
export function spellBitcoinAddress(network: BitcoinNetwork, { form: { spelling }, payload }: ParsedScript): string {
  if ('base58' in spelling) return base58check.encode(Uint8Array.from([network[spelling.base58], ...payload]))
  if (!('witnessVersion' in spelling)) throw new TypeError('Bitcoin has no such address')
  const { witnessVersion } = spelling
  const coder = witnessVersion === 0 ? bech32 : bech32m
  return coder.encode(network.prefix, [witnessVersion, ...coder.toWords(payload)])
}

const formOf = (isSpelled: (form: ScriptForm) => boolean, payload: Uint8Array): ScriptForm | undefined =>
  scriptForms.find((form) => isSpelled(form) && form.payloadBytes === payload.length)

const foreign = (network: BitcoinNetwork): AddressProblem => ({
  problem: `must be an address of Bitcoin ${network.name}`,
  isForeign: true,
})

const everyNetwork = Object.values(bitcoinChains.BTC.networks)
const knownPrefixes = [...new Set(everyNetwork.map(({ prefix }) => prefix))]
const knownVersions = new Set<number | undefined>(everyNetwork.flatMap(({ pubKeyHash, scriptHash }) => [pubKeyHash, scriptHash]))
