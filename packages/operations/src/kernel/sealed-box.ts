import { createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync, type KeyObject } from 'node:crypto'
import { decryptAes, encryptAes, IV_BYTES, KEY_BYTES, TAG_BYTES } from './aes-gcm.ts'

/** The purpose and the row of a sealed secret; a box moved to another row or purpose does not open. */
export interface SealLabel {
  readonly purpose: string
  readonly rowId: string
}

const VERSION = 1
const PUBLIC_BYTES = 32
const HEADER_BYTES = 1 + PUBLIC_BYTES

/**
 * Seals a secret so that only the holder of the recipient's X25519 private key can read it; the sealer itself cannot.
 *
 * Layout: version (1 byte), ephemeral public key (32), ciphertext, tag (16). Key and nonce are used once, because each box has a key pair of its own.
 *
 * Sources: RFC 7748 (X25519), RFC 5869 (HKDF-SHA256), NIST SP 800-38D (AES-256-GCM).
 */
export function seal(recipient: KeyObject, label: SealLabel, plaintext: string | Uint8Array): Buffer {
  const ephemeral = generateKeyPairSync('x25519')
  const header = Buffer.concat([Buffer.of(VERSION), rawPublicKey(ephemeral.publicKey)])
  const shared = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: recipient })
  const { key, iv } = deriveKey(shared, { header, recipient })
  const { ct, tag } = encryptAes({ key, aad: associated(label), iv }, plaintext)
  return Buffer.concat([header, ct, tag])
}

/**
 * Opens a box with the recipient's private key.
 *
 * @throws {SealBroken} when the box was changed, sealed to another key, or belongs to another purpose or row.
 */
export function open(recipientKey: KeyObject, label: SealLabel, box: Uint8Array): Buffer {
  const bytes = Buffer.from(box)
  if (bytes.length < HEADER_BYTES + TAG_BYTES || bytes[0] !== VERSION) throw new SealBroken(label)
  try {
    return decrypt(recipientKey, label, bytes)
  } catch (cause) {
    throw new SealBroken(label, { cause })
  }
}

function decrypt(recipientKey: KeyObject, label: SealLabel, bytes: Buffer): Buffer {
  const header = bytes.subarray(0, HEADER_BYTES)
  const shared = diffieHellman({ privateKey: recipientKey, publicKey: publicKeyOf(header.subarray(1)) })
  const { key, iv } = deriveKey(shared, { header, recipient: createPublicKey(recipientKey) })
  return decryptAes({ key, aad: associated(label) }, { iv, ct: bytes.subarray(HEADER_BYTES, -TAG_BYTES), tag: bytes.subarray(-TAG_BYTES) })
}

/** Both public keys are included: the shared secret alone does not bind the parties (RFC 7748 §6.1). */
function deriveKey(shared: Buffer, { header, recipient }: { header: Buffer; recipient: KeyObject }): { key: Buffer; iv: Buffer } {
  const salt = Buffer.concat([header, rawPublicKey(recipient)])
  const material = Buffer.from(hkdfSync('sha256', shared, salt, 'gateway sealed box', KEY_BYTES + IV_BYTES))
  return { key: material.subarray(0, KEY_BYTES), iv: material.subarray(KEY_BYTES) }
}

/** JSON keeps the two parts apart, whatever they contain. */
const associated = ({ purpose, rowId }: SealLabel): Buffer => Buffer.from(JSON.stringify([purpose, rowId]))

const rawPublicKey = (key: KeyObject): Buffer => Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')

const publicKeyOf = (raw: Buffer): KeyObject =>
  createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'X25519', x: raw.toString('base64url') } })

/** A sealed record does not open: it was changed, moved, or sealed to a former key. */
export class SealBroken extends Error {
  constructor({ purpose, rowId }: SealLabel, options?: ErrorOptions) {
    super(`The sealed ${purpose} of ${rowId} does not open`, options)
    this.name = 'SealBroken'
  }
}
