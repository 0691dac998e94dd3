import { base58 } from '@scure/base'
import { MAX_DID_LENGTH } from './limits.ts'

/** A decentralized identifier, by its syntax alone. */
export type Did = `did:${string}:${string}`

/** W3C DID Core §3.1: the method in lower case, then one or more parts, of which the last is not empty. */
const DID = /^did:[a-z0-9]+:(?:(?:[A-Za-z0-9._-]|%[0-9A-Fa-f]{2})*:)*(?:[A-Za-z0-9._-]|%[0-9A-Fa-f]{2})+$/
/** Multicodec `ed25519-pub`, as a varint. */
const ED25519 = Uint8Array.of(0xed, 0x01)
/** Multibase prefix of base58btc. */
const BASE58BTC = 'z'
const KEY_BYTES = 32
/** `z`, and base58 of 34 bytes, which begins so where they begin with the multicodec. */
const MULTIBASE_KEY = /^z6Mk[1-9A-HJ-NP-Za-km-z]{44}$/

/** True for a text with the syntax of a DID, without path, query and fragment. Nothing is resolved. */
export const isDid = (value: unknown): value is Did => typeof value === 'string' && value.length <= MAX_DID_LENGTH && DID.test(value)

/** An Ed25519 public key of 32 bytes in multibase, as `did:key` and `Multikey` spell it. */
export function multibaseKey(publicKey: Uint8Array): string {
  if (publicKey.length !== KEY_BYTES) throw new Error('An Ed25519 public key has 32 bytes')
  return BASE58BTC + base58.encode(Uint8Array.of(...ED25519, ...publicKey))
}

/** The 32 bytes of an Ed25519 public key in multibase; undefined for another text, and for another kind of key. */
export function findMultibaseKey(text: string): Uint8Array | undefined {
  if (!MULTIBASE_KEY.test(text)) return undefined
  const bytes = base58.decode(text.slice(BASE58BTC.length))
  const isKey = bytes.length === ED25519.length + KEY_BYTES && ED25519.every((byte, place) => bytes[place] === byte)
  return isKey ? bytes.slice(ED25519.length) : undefined
}

/** The `did:key` of an Ed25519 public key of 32 bytes. */
export const didKeyOf = (publicKey: Uint8Array): Did => `did:key:${multibaseKey(publicKey)}`

/** The Ed25519 public key that a `did:key` is, 32 bytes; undefined for every other DID. */
export const publicKeyOf = (did: Did): Uint8Array | undefined =>
  did.startsWith('did:key:') ? findMultibaseKey(did.slice('did:key:'.length)) : undefined

/** The text that a merchant signs with the key of a DID to show that it is its own. */
export const challengeOf = (did: Did, merchantId: string): string => `claim-did:${did}:${merchantId}`
