import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { decryptAes, encryptAes, packBox, unpackBox } from '../../kernel/aes-gcm.ts'

/** Whose private key it is: in another row it does not open. */
export interface SealedFor {
  readonly purpose: 'issuer key' | 'DID of a merchant'
  /** The id of its row. */
  readonly rowId: string
}

/** A new Ed25519 key pair: the public key in 32 bytes, and the private one. */
export interface NewKey {
  readonly publicKey: Buffer
  readonly privateKey: KeyObject
}

/** Makes a key pair. */
export function newKey(): NewKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'), privateKey }
}

/** Seals a private key so that only who has the issuer's key can open it (AES-256-GCM). */
export const sealPrivateKey = (issuerKey: KeyObject, label: SealedFor, privateKey: KeyObject): Buffer =>
  packBox(encryptAes(termsOf(issuerKey, label), privateKey.export({ format: 'der', type: 'pkcs8' })))

/** Opens a sealed private key. @throws {Error} when it was changed, moved to another row, or sealed with another key. */
export const openPrivateKey = (issuerKey: KeyObject, label: SealedFor, sealed: Uint8Array): KeyObject =>
  createPrivateKey({ key: decryptAes(termsOf(issuerKey, label), unpackBox(Buffer.from(sealed))), format: 'der', type: 'pkcs8' })

/** JSON keeps the parts apart, whatever they contain. */
const termsOf = (issuerKey: KeyObject, { purpose, rowId }: SealedFor) => ({
  key: issuerKey.export(),
  aad: Buffer.from(JSON.stringify([purpose, rowId])),
})
