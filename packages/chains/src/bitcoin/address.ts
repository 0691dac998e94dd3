import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { PubT, validatePubkey } from '@scure/btc-signer/utils.js'
import { bitcoinChains, type BitcoinNetwork } from '../definitions/bitcoin.ts'
import type { ParsedAddress } from '../rail.ts'
import { type ParsedScript, type ScriptForm, buildScript, findScriptForm, scriptForms } from './script.ts'

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
 * The address in its canonical spelling (witness addresses in lower case), or why it does not belong to this network.
 * Sources: BIP-173 and BIP-350 for witness addresses, Base58Check for the others. Witness versions without rules are rejected: any miner
 * could spend them.
 */
export function parseBitcoinAddress(network: BitcoinNetwork, text: string): ParsedAddress {
  const script = readScript(network, text)
  return 'problem' in script ? script : { address: spell(network, script) }
}

/** The output script that pays an address. @throws RangeError for a text that is no address of this network. */
export function addressScript(network: BitcoinNetwork, address: string): Uint8Array {
  const script = readScript(network, address)
  if ('problem' in script) throw new RangeError(`The address of a Bitcoin output ${script.problem}`)
  return buildScript(script)
}

/** The address that an output script pays; undefined when it has none. */
export function findScriptAddress(network: BitcoinNetwork, script: Uint8Array): string | undefined {
  const parsed = findScriptForm(script)
  return parsed && spell(network, parsed)
}

type Problem = Exclude<ParsedAddress, { readonly address: string }>

function readScript(network: BitcoinNetwork, text: string): ParsedScript | Problem {
  if (!ADDRESS_TEXT.test(text)) return { problem: problems.text }
  const hrp = knownPrefixes.find((prefix) => text.toLowerCase().startsWith(`${prefix}1`))
  if (hrp === undefined) return readBase58(network, text)
  return hrp === network.bech32 ? readWitness(text) : foreign(network)
}

function readWitness(text: string): ParsedScript | Problem {
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

function readBase58(network: BitcoinNetwork, text: string): ParsedScript | Problem {
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

function spell(network: BitcoinNetwork, { form, payload }: ParsedScript): string {
  if ('base58' in form.spelling) return base58check.encode(Uint8Array.from([network[form.spelling.base58], ...payload]))
  const { witnessVersion } = form.spelling
  const coder = witnessVersion === 0 ? bech32 : bech32m
  return coder.encode(network.bech32, [witnessVersion, ...coder.toWords(payload)])
}

const formOf = (isSpelled: (form: ScriptForm) => boolean, payload: Uint8Array): ScriptForm | undefined =>
  scriptForms.find((form) => isSpelled(form) && form.payloadBytes === payload.length)

const foreign = (network: BitcoinNetwork): Problem => ({
  problem: `must be an address of ${bitcoinChains[network.chain].name} ${network.name}`,
  isForeign: true,
})

const everyNetwork = Object.values(bitcoinChains).flatMap(({ networks }) => Object.values(networks))
const knownPrefixes = [...new Set(everyNetwork.map(({ bech32: prefix }) => prefix))]
const knownVersions = new Set<number | undefined>(everyNetwork.flatMap(({ pubKeyHash, scriptHash }) => [pubKeyHash, scriptHash]))
