import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'

/** The result of AES-256-GCM: nothing in it is secret, and tampering is detected. */
export interface AesBox {
  /** 12 bytes. */
  readonly iv: Buffer
  readonly ct: Buffer
  /** 16 bytes. */
  readonly tag: Buffer
}

/** Encryption terms: a key of 32 bytes, associated data, and a nonce of 12 bytes. */
export interface AesTerms {
  readonly key: Buffer
  readonly aad: Buffer
  readonly iv?: Buffer
}

const CIPHER = 'aes-256-gcm'
/** Length of a key. */
export const KEY_BYTES = 32
/** Length of a nonce (NIST SP 800-38D §8.2.2: 96 random bits). */
export const IV_BYTES = 12
/** Length of an authentication tag; shorter ones are never accepted. */
export const TAG_BYTES = 16

/**
 * Encrypts under a 32-byte key; `aad` must be given again to decrypt (NIST SP 800-38D).
 *
 * The nonce is fresh and random, unless the key is used once and the caller gives one.
 */
export function encryptAes({ key, aad, iv = randomBytes(IV_BYTES) }: AesTerms, plaintext: string | Uint8Array): AesBox {
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(aad)
  const ct = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return { iv, ct, tag: cipher.getAuthTag() }
}

/** @throws {Error} when key, `aad` or a single bit differs. */
export function decryptAes({ key, aad }: Pick<AesTerms, 'key' | 'aad'>, { iv, ct, tag }: AesBox): Buffer {
  const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(aad).setAuthTag(tag)
  return Buffer.concat([decipher.update(ct), decipher.final()])
}

/** A box in one piece: nonce, ciphertext, tag. */
export const packBox = ({ iv, ct, tag }: AesBox): Buffer => Buffer.concat([iv, ct, tag])

/** Splits a packed box into its parts. */
export const unpackBox = (box: Buffer): AesBox => ({
  iv: box.subarray(0, IV_BYTES),
  ct: box.subarray(IV_BYTES, -TAG_BYTES),
  tag: box.subarray(-TAG_BYTES),
})

/** What a derived key is for; another scope or purpose gives another key. */
export interface KeyUse {
  readonly scope: string
  readonly purpose: string
}

/** An AES key of a private key and a use (HKDF-SHA256, RFC 5869). */
export const deriveKey = (secret: KeyObject, { scope, purpose }: KeyUse): Buffer =>
  Buffer.from(hkdfSync('sha256', materialOf(secret), scope, purpose, KEY_BYTES))

// Exporting a key costs more than the rest.
const materials = new WeakMap<KeyObject, Buffer>()

function materialOf(secret: KeyObject): Buffer {
  const material = materials.get(secret) ?? secret.export({ format: 'der', type: 'pkcs8' })
  materials.set(secret, material)
  return material
}
