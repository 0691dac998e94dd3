import { hkdfSync } from 'node:crypto'
import { decryptAes, encryptAes, KEY_BYTES, packBox, unpackBox } from '../../kernel/aes-gcm.ts'

/** How long a replaced refresh token still gives its successor: an answer may be lost on its way. */
export const GRACE_MS = 30_000

const PURPOSE = 'gateway refresh token successor'

/** Seals a successor with the token that it replaces, which is not stored: only who holds that one opens it. */
export const sealSuccessor = (replaced: string, successor: string): Buffer => packBox(encryptAes(termsOf(replaced), successor))

/** Opens a successor with the token that it replaced. @throws {Error} with any other. */
export const openSuccessor = (replaced: string, sealed: Uint8Array): string =>
  decryptAes(termsOf(replaced), unpackBox(Buffer.from(sealed))).toString('utf8')

const termsOf = (replaced: string) => ({
  key: Buffer.from(hkdfSync('sha256', replaced, '', PURPOSE, KEY_BYTES)),
  aad: Buffer.alloc(0),
})
