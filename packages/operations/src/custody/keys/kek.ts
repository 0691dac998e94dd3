import { createHash } from 'node:crypto'
import { decryptAes, encryptAes, packBox, unpackBox } from '../../kernel/aes-gcm.ts'

/** The holder of the wrapping key; a sealed seed is worthless without it. */
export interface Kek {
  /** A name that reveals nothing about the key; stored in every record it wrapped. */
  readonly id: string
  /** @throws {KekRefused} when the key holder is unreachable or refuses. */
  wrap(dataKey: Buffer): Promise<Buffer>
  /** @throws {KekRefused} when the key holder is unreachable or refuses; another {Error} when it did not wrap exactly these bytes. */
  unwrap(wrapped: Buffer): Promise<Buffer>
}

/** Reports why the process waits for the key holder. */
export type Tell = (problem: string) => void

/** The wrapping key cannot be used, so no seed opens. The message names the setting or file, never the key. */
export class KekRefused extends Error {
  override readonly name = 'KekRefused'
}

const KEY_HEX = /^[0-9a-f]{64}$/i
const ID_DIGITS = 16

/**
 * A wrapping key in memory. A wrapped data key is nonce, ciphertext and tag, bound to the wrapping key's id.
 *
 * @param source.kind - The key's origin, for the id.
 * @param source.hex - 256 random bits as 64 hexadecimal digits.
 * @throws {KekRefused} for any other text, which is not repeated.
 */
export function createLocalKek({ kind, hex }: { readonly kind: string; readonly hex: string }): Kek {
  if (!KEY_HEX.test(hex)) throw new KekRefused(`The ${kind} key that wraps the seed must be 64 hexadecimal digits`)
  const key = Buffer.from(hex, 'hex')
  // A hash does not reveal 256 random bits, so the id may be stored with the wrapped key.
  const id = `${kind}:${createHash('sha256').update('kek-id|').update(key).digest('hex').slice(0, ID_DIGITS)}`
  const aad = Buffer.from(id)
  return {
    id,
    wrap: async (dataKey) => packBox(encryptAes({ key, aad }, dataKey)),
    unwrap: async (wrapped) => decryptAes({ key, aad }, unpackBox(wrapped)),
  }
}
