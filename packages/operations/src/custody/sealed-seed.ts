import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type KekProvider, SeedUnreadable } from './kek.ts'

const Base64 = z.base64()

/** The sealed seed as it is stored: AES-256-GCM under a data key of its own, which the KEK wraps. */
const SealedSeed = z.object({ v: z.literal(1), kek_id: z.string(), wrapped_dek: Base64, iv: Base64, ct: Base64, tag: Base64 })
export type SealedSeed = z.output<typeof SealedSeed>

/** What a seed is for; a seed sealed for one deployment or network does not open for another. */
export interface SeedLabel {
  readonly deploymentId: string
  readonly network: string
}

const VERSION = 1
const KEY_BYTES = 32
const IV_BYTES = 12

/** Seals a seed for one deployment and network under a fresh data key (96-bit random IV, NIST SP 800-38D). */
export function sealSeed(seed: Buffer, label: SeedLabel, kek: KekProvider): SealedSeed {
  const dek = randomBytes(KEY_BYTES)
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', dek, iv).setAAD(aad(label))
  const ct = Buffer.concat([cipher.update(seed), cipher.final()])
  const sealed = {
    v: VERSION,
    kek_id: kek.id,
    wrapped_dek: text(kek.wrap(dek)),
    iv: text(iv),
    ct: text(ct),
    tag: text(cipher.getAuthTag()),
  } as const
  dek.fill(0)
  return sealed
}

/** Opens a sealed seed. @throws {SeedUnreadable} for another KEK, deployment, network or version, and for one flipped bit anywhere. */
export function openSeed(record: unknown, label: SeedLabel, kek: KekProvider): Buffer {
  const parsed = SealedSeed.safeParse(record)
  if (!parsed.success) throw new SeedUnreadable('the record does not have the expected form')
  const { kek_id, wrapped_dek, iv, ct, tag } = parsed.data
  if (kek_id !== kek.id) throw new SeedUnreadable('it was sealed with another key')
  const dek = kek.unwrap(bytes(wrapped_dek))
  try {
    const decipher = createDecipheriv('aes-256-gcm', dek, bytes(iv), { authTagLength: 16 }).setAAD(aad(label)).setAuthTag(bytes(tag))
    return Buffer.concat([decipher.update(bytes(ct)), decipher.final()])
  } catch (cause) {
    throw new SeedUnreadable('it is damaged, or was sealed for another deployment or network', cause)
  } finally {
    dek.fill(0)
  }
}

const aad = ({ deploymentId, network }: SeedLabel): Buffer => Buffer.from(`custody-seed|${deploymentId}|${network}|${VERSION}`)

const text = (data: Buffer): string => data.toString('base64')

const bytes = (encoded: string): Buffer => Buffer.from(encoded, 'base64')
