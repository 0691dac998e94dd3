import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { decryptAes, encryptAes, IV_BYTES, KEY_BYTES, TAG_BYTES } from '../../kernel/aes-gcm.ts'
import { type Kek, KekRefused } from './kek.ts'

/** The context a seed is sealed for; it opens under no other label. */
export interface SeedLabel {
  readonly purpose: string
  readonly deploymentId: string
  /** Every chain with its network, such as `BTC=regtest,ETH=31337`. */
  readonly network: string
}

const VERSION = 1
/** Length of the sealed secret. */
export const ENTROPY_BYTES = 32

/** Canonical base64 only: a lenient decoder would miss some flipped bits. */
const Base64 = z.string().refine((text) => text.length > 0 && Buffer.from(text, 'base64').toString('base64') === text)
const Base64Of = (bytes: number) => Base64.refine((text) => Buffer.from(text, 'base64').length === bytes)

/** A seed encrypted under its own wrapped data key; nothing in it is secret without the wrapping key. */
const SealedSeed = z.strictObject({
  v: z.literal(VERSION),
  kek_id: z.string().min(1),
  wrapped_dek: Base64,
  iv: Base64Of(IV_BYTES),
  ct: Base64Of(ENTROPY_BYTES),
  tag: Base64Of(TAG_BYTES),
})
/** A sealed seed of the right lengths; it is not opened yet. */
export type SealedSeed = z.output<typeof SealedSeed>

/** The reason a seed does not open. */
export type SeedRefusal = keyof typeof sentences

const sentences = {
  unreadable: 'The sealed seed cannot be read',
  malformed: 'The sealed seed has an unknown format',
  version: 'The sealed seed was written by another version of this program',
  kek: 'The sealed seed was wrapped with another key than the configured one',
  broken: 'The sealed seed does not open: it is damaged, or it belongs to another deployment or network',
} as const

/** The seed cannot be used and nothing may start. The message is one sentence for the operator. */
export class SeedRefused extends Error {
  override readonly name = 'SeedRefused'
  readonly reason: SeedRefusal
  constructor(reason: SeedRefusal, options?: ErrorOptions) {
    super(sentences[reason], options)
    this.reason = reason
  }
}

/**
 * Seals 32 bytes under a fresh data key that `kek` wraps (AES-256-GCM; the label is authenticated).
 *
 * @throws {KekRefused} when the wrapping key is unavailable.
 */
export async function sealSeed(entropy: Buffer, label: SeedLabel, kek: Kek): Promise<SealedSeed> {
  const dataKey = randomBytes(KEY_BYTES)
  try {
    const { iv, ct, tag } = encryptAes({ key: dataKey, aad: aadOf(label) }, entropy)
    const wrapped = await kek.wrap(dataKey)
    return { v: VERSION, kek_id: kek.id, wrapped_dek: text(wrapped), iv: text(iv), ct: text(ct), tag: text(tag) }
  } finally {
    dataKey.fill(0)
  }
}

/**
 * Opens a sealed seed.
 *
 * @returns 32 bytes, which the caller must erase.
 * @throws {SeedRefused} when wrapping key, version or label differ, or a bit was changed.
 * @throws {KekRefused} when the wrapping key is unavailable, which says nothing about the record.
 */
export async function openSeed(stored: unknown, label: SeedLabel, kek: Kek): Promise<Buffer> {
  const record = parseRecord(stored)
  if (record.kek_id !== kek.id) throw new SeedRefused('kek')
  try {
    return decryptSeed(record, label, await kek.unwrap(bytes(record.wrapped_dek)))
  } catch (cause) {
    if (cause instanceof KekRefused) throw cause
    throw new SeedRefused('broken', { cause })
  }
}

/** Erases the data key, whether or not it opens the record. */
function decryptSeed({ iv, ct, tag }: SealedSeed, label: SeedLabel, dataKey: Buffer): Buffer {
  try {
    return decryptAes({ key: dataKey, aad: aadOf(label) }, { iv: bytes(iv), ct: bytes(ct), tag: bytes(tag) })
  } finally {
    dataKey.fill(0)
  }
}

/**
 * Wraps the data key of a sealed seed with another wrapping key.
 *
 * @throws {SeedRefused | KekRefused} unless the record opens, before and after.
 */
export async function rewrapSeed(stored: unknown, label: SeedLabel, { from, to }: { from: Kek; to: Kek }): Promise<SealedSeed> {
  const secrets: Buffer[] = []
  const noted = (secret: Buffer): Buffer => {
    secrets.push(secret)
    return secret
  }
  try {
    const entropy = noted(await openSeed(stored, label, from))
    const record = parseRecord(stored)
    const dataKey = noted(await from.unwrap(bytes(record.wrapped_dek)))
    const rewrapped = { ...record, kek_id: to.id, wrapped_dek: text(await to.wrap(dataKey)) }
    const again = noted(await openSeed(rewrapped, label, to))
    if (!again.equals(entropy)) throw new SeedRefused('broken')
    return rewrapped
  } finally {
    for (const secret of secrets) secret.fill(0)
  }
}

function parseRecord(stored: unknown): SealedSeed {
  const versioned = z.object({ v: z.number() }).safeParse(stored)
  if (versioned.success && versioned.data.v !== VERSION) throw new SeedRefused('version')
  const parsed = SealedSeed.safeParse(stored)
  if (!parsed.success) throw new SeedRefused('malformed')
  return parsed.data
}

/** A separator inside a part would make two labels look alike. */
function aadOf({ purpose, deploymentId, network }: SeedLabel): Buffer {
  const parts = [purpose, deploymentId, network]
  if (parts.some((part) => part.includes('|'))) throw new RangeError('A seal label holds no vertical bar')
  return Buffer.from([...parts, VERSION].join('|'))
}

const text = (raw: Buffer): string => raw.toString('base64')
const bytes = (encoded: string): Buffer => Buffer.from(encoded, 'base64')
