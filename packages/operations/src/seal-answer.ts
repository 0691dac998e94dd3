import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Seals an answer for its scope, so that secrets in it rest unreadable; the same process opens it again.
 *
 * The key is derived from one that the api holds and from the scope, so a box moved to another scope does not open. Layout: nonce (12 bytes),
 * ciphertext, tag (16), in base64. Sources: RFC 5869 (HKDF-SHA256), NIST SP 800-38D (AES-256-GCM).
 */
export function sealAnswer(secret: KeyObject, scope: string, answer: unknown): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(secret, scope), nonce, { authTagLength: TAG_BYTES })
  return Buffer.concat([nonce, cipher.update(JSON.stringify(answer)), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/** Opens what `sealAnswer` has sealed. @throws {Error} when it was changed, moved, or sealed with another key. */
export function openAnswer(secret: KeyObject, scope: string, sealed: string): unknown {
  const box = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv(CIPHER, keyOf(secret, scope), box.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(box.subarray(-TAG_BYTES))
  const text = Buffer.concat([decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
  return JSON.parse(text.toString('utf8'))
}

const keyOf = (secret: KeyObject, scope: string): Buffer =>
  Buffer.from(hkdfSync('sha256', materialOf(secret), scope, 'gateway kept answer', KEY_BYTES))

// To write a key out costs more than all the rest.
const materials = new WeakMap<KeyObject, Buffer>()

function materialOf(secret: KeyObject): Buffer {
  const material = materials.get(secret) ?? secret.export({ format: 'der', type: 'pkcs8' })
  materials.set(secret, material)
  return material
}
