import { createHash } from 'node:crypto'
import { decryptAes, encryptAes, packBox, unpackBox } from '../../kernel/aes-gcm.ts'

/** Who keeps the key that every data key is wrapped with; the sealed seed is worthless without it. */
export interface Kek {
  /** Names the key without saying anything about it; stands in every record it has wrapped. */
  readonly id: string
  /** @throws {KekRefused} when whoever keeps the key cannot be reached or refuses. */
  wrap(dataKey: Buffer): Promise<Buffer>
  /** @throws {KekRefused} when whoever keeps the key cannot be reached or refuses; any other {Error} when it did not wrap exactly these bytes. */
  unwrap(wrapped: Buffer): Promise<Buffer>
}

/** How a process says why it waits for whoever keeps the key. */
export type Tell = (problem: string) => void

/** The key that wraps data keys cannot be used, so no seed can be opened. The message names the setting or file, never the key. */
export class KekRefused extends Error {
  override readonly name = 'KekRefused'
}

const KEY_HEX = /^[0-9a-f]{64}$/i
const ID_DIGITS = 16

/**
 * A wrapping key that this process holds in memory. A wrapped key is nonce, ciphertext and tag, bound to the id of its wrapping key.
 *
 * @param source.kind - Where the key came from, for the id.
 * @param source.hex - 256 random bits in 64 hexadecimal digits.
 * @throws {KekRefused} for any other text; the text is not repeated.
 */
export function createLocalKek({ kind, hex }: { readonly kind: string; readonly hex: string }): Kek {
  if (!KEY_HEX.test(hex)) throw new KekRefused(`The ${kind} key that wraps the seed must be 64 hexadecimal digits`)
  const key = Buffer.from(hex, 'hex')
  // A key of 256 random bits cannot be guessed from a hash, so its id may stand beside what it wrapped.
  const id = `${kind}:${createHash('sha256').update('kek-id|').update(key).digest('hex').slice(0, ID_DIGITS)}`
  const aad = Buffer.from(id)
  return {
    id,
    wrap: async (dataKey) => packBox(encryptAes({ key, aad }, dataKey)),
    unwrap: async (wrapped) => decryptAes({ key, aad }, unpackBox(wrapped)),
  }
}
