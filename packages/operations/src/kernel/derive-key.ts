import { hkdfSync, type KeyObject } from 'node:crypto'
import { KEY_BYTES } from './aes-gcm.ts'

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
