import { SentFile } from '@gateway/contract/wire/objects/sent-file'
import { MAX_EVIDENCE_BYTES } from '@gateway/domain/cards/evidence-file'
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { HttpRefusal } from '../errors/errors.ts'
import { LARGEST_BODY, readBytes } from './read-bytes.ts'

/** More than any operation has members; each costs the parser. */
const MAX_PARTS = 100
const PARTS_TYPE = 'multipart/form-data'

/** True when the body of a request has parts, so that it can hold files (RFC 7578). */
export const hasParts = ({ headers }: IncomingMessage): boolean => mediaType(headers['content-type']) === PARTS_TYPE

/**
 * The members of a request whose body has parts: texts and files. A name that occurs several times has the list of its parts, which no member takes.
 * @throws {HttpRefusal} 400 for a body that is not what its type says, 413 above 5 MiB of files and 64 KiB of the rest, 415 when it is compressed.
 */
export async function readParts(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const bytes = await readBytes(request, MAX_EVIDENCE_BYTES + LARGEST_BODY)
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') throw new HttpRefusal(compressed)
  const parts = [...Map.groupBy(await parsed(bytes, request), ([name]) => name)]
  const members = parts.map(async ([name, sent]) => {
    const values = await Promise.all(sent.map(async ([, value]) => (typeof value === 'string' ? value : sentFile(value))))
    return [name, values.length === 1 ? values[0] : values] as const
  })
  return Object.fromEntries(await Promise.all(members))
}

const mediaType = (header = ''): string => header.split(';', 1)[0]?.trim().toLowerCase() ?? ''

async function parsed(bytes: Buffer, { headers }: IncomingMessage): Promise<FormData> {
  if (hasManyParts(bytes, headers['content-type'])) throw new HttpRefusal(tooMany)
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': headers['content-type'] ?? '' } }).formData()
  } catch (cause) {
    throw Object.assign(new HttpRefusal(broken), { cause })
  }
}

function hasManyParts(bytes: Buffer, header = ''): boolean {
  const delimiter = `--${/boundary="?([^";]*)/i.exec(header)?.[1] ?? ''}`
  let count = 0
  for (let at = bytes.indexOf(delimiter); at >= 0 && count <= MAX_PARTS + 1; at = bytes.indexOf(delimiter, at + delimiter.length))
    count += 1
  return count > MAX_PARTS + 1
}

async function sentFile(file: File): Promise<SentFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return new SentFile({ name: file.name, bytes, digest: createHash('sha256').update(bytes).digest('hex') })
}

const broken = { status: 400, code: 'VALIDATION_ERROR', message: `The body is not valid ${PARTS_TYPE}` } as const
const tooMany = { status: 400, code: 'VALIDATION_ERROR', message: `The body has more than ${MAX_PARTS} parts` } as const
const compressed = { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', message: `Send ${PARTS_TYPE} uncompressed` } as const
