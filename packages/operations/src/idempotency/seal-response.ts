import type { KeyObject } from 'node:crypto'
import { decryptAes, deriveKey, encryptAes, packBox, unpackBox } from '../kernel/aes-gcm.ts'

/** The scope is in the key. */
const UNLABELLED = Buffer.alloc(0)

/**
 * Seals a response for its scope, so that its secrets are unreadable at rest; the same process opens it again.
 *
 * The key is derived from a key of the api and the scope (HKDF-SHA256, RFC 5869), so a box moved to another scope does not open.
 */
export const sealResponse = (secret: KeyObject, scope: string, answer: unknown): string =>
  packBox(encryptAes({ key: keyOf(secret, scope), aad: UNLABELLED }, JSON.stringify(answer))).toString('base64')

/** Opens a sealed response. @throws {Error} when it was changed, moved, or sealed with another key. */
export const openResponse = (secret: KeyObject, scope: string, sealed: string): unknown =>
  JSON.parse(decryptAes({ key: keyOf(secret, scope), aad: UNLABELLED }, unpackBox(Buffer.from(sealed, 'base64'))).toString('utf8'))

const keyOf = (secret: KeyObject, scope: string): Buffer => deriveKey(secret, { scope, purpose: 'gateway kept answer' })
