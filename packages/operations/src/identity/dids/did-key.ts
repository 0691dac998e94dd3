import { base58 } from '@scure/base'
import { createPublicKey, type KeyObject } from 'node:crypto'

const METHOD = 'did:key:'
/** Multicodec of an Ed25519 public key, as the two bytes of its varint. */
const ED25519_CODEC = Buffer.of(0xed, 0x01)
const KEY_BYTES = 32
/** `z` and what 34 bytes have in base58 at most. */
const LONGEST = 64

/** An Ed25519 public key as multibase: `z` and base58 of its multicodec and its 32 bytes (Multikey, Controlled Identifiers §2.2.2). */
export const multibaseOf = (publicKey: Uint8Array): string => `z${base58.encode(Buffer.concat([ED25519_CODEC, publicKey]))}`

/** The `did:key` of an Ed25519 public key of 32 bytes. Source: W3C CCG, The did:key Method v0.7. */
export const didKeyOf = (publicKey: Uint8Array): string => `${METHOD}${multibaseOf(publicKey)}`

/** The 32 bytes of a multibase Ed25519 key; undefined for anything else. */
export function findEd25519Key(multibase: string): Buffer | undefined {
  if (!multibase.startsWith('z') || multibase.length > LONGEST) return undefined
  const bytes = decode(multibase.slice(1))
  const isKey = bytes?.length === ED25519_CODEC.length + KEY_BYTES && bytes.subarray(0, ED25519_CODEC.length).equals(ED25519_CODEC)
  return isKey ? bytes.subarray(ED25519_CODEC.length) : undefined
}

/** The public key of a `did:key` of Ed25519; undefined for other DIDs and other kinds of keys. */
export const findKeyOfDid = (did: string): Buffer | undefined =>
  did.startsWith(METHOD) ? findEd25519Key(did.slice(METHOD.length)) : undefined

/** 32 bytes as a key that verifies. */
export const publicKeyOf = (raw: Uint8Array): KeyObject =>
  createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(raw).toString('base64url') } })

function decode(text: string): Buffer | undefined {
  try {
    return Buffer.from(base58.decode(text))
  } catch {
    // A character that base58 does not have.
    return undefined
  }
}
