import { InvalidField } from '../kernel/error.ts'
import type { EvidenceKind } from './evidence.ts'

/** The largest file of evidence that the processor takes, in bytes: 5 MiB (docs.stripe.com/file-upload). */
export const MAX_EVIDENCE_BYTES = 5 * 1024 * 1024

/** The media types that a bank reads, with the bytes that such a file begins with. */
const beginnings = {
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
} as const satisfies Readonly<Record<string, readonly number[]>>

/** A media type that a bank reads. */
export type EvidenceFileType = keyof typeof beginnings

/** These, for a choice of files. */
export const evidenceFileTypes = Object.keys(beginnings) as EvidenceFileType[]

/** A file of evidence that a merchant sends. */
export interface EvidenceFile {
  readonly kind: EvidenceKind
  readonly name: string
  readonly bytes: Uint8Array
}

/** The type of a file by its first bytes. @throws {EvidenceFileRefused} when it is empty, too large, or of another type. */
export function requireEvidenceFile({ kind, bytes }: Pick<EvidenceFile, 'kind' | 'bytes'>): EvidenceFileType {
  if (bytes.length === 0) throw new EvidenceFileRefused(kind, 'must not be empty')
  if (bytes.length > MAX_EVIDENCE_BYTES) throw new EvidenceFileRefused(kind, 'must be at most 5 MiB')
  const type = evidenceFileTypes.find((one) => beginnings[one].every((byte, at) => bytes[at] === byte))
  if (type === undefined) throw new EvidenceFileRefused(kind, 'must be a PDF, a JPEG or a PNG')
  return type
}

/** The processor takes no such file. */
export class EvidenceFileRefused extends InvalidField {}
