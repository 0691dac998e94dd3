import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'

/** A file of an archive, from its central directory (sizes and offsets in bytes). */
type ZipEntry = { readonly name: string; readonly method: number; readonly size: number; readonly headerAt: number }

const END_OF_DIRECTORY = 0x06054b50
const END_LENGTH = 22
const LONGEST_COMMENT = 65_535

/**
 * Writes the first matching file of an archive to `target`, as an executable.
 * Supports archives below 4 GiB, stored or deflated (PKWARE APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16), such as Python wheels.
 * @throws {Error} when it is no such archive or no name matches.
 */
export async function extractFromZip(archive: string, wanted: { name: RegExp; target: string }): Promise<void> {
  const file = await open(archive)
  try {
    const entry = (await readDirectory(file)).find(({ name }) => wanted.name.test(name))
    if (!entry) throw new Error(`${archive} holds no file named like ${wanted.name.source}`)
    const start = await findContent(file, entry)
    const inflate = entry.method === 0 ? new PassThrough() : createInflateRaw()
    const content = createReadStream(archive, { start, end: start + entry.size - 1 })
    await pipeline(content, inflate, createWriteStream(wanted.target, { mode: 0o755 }))
  } finally {
    await file.close()
  }
}

async function readDirectory(file: FileHandle): Promise<ZipEntry[]> {
  const { size } = await file.stat()
  const tail = await readAt(file, { at: Math.max(0, size - END_LENGTH - LONGEST_COMMENT), length: END_LENGTH + LONGEST_COMMENT })
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || tail.readUInt32LE(end) !== END_OF_DIRECTORY) throw new Error('not a zip archive')
  const directory = await readAt(file, { at: tail.readUInt32LE(end + 16), length: tail.readUInt32LE(end + 12) })
  const entries: ZipEntry[] = []
  for (let at = 0; at < directory.length; at = nextEntry(directory, at)) entries.push(parseEntry(directory, at))
  return entries
}

function parseEntry(directory: Buffer, at: number): ZipEntry {
  const name = directory.toString('utf8', at + 46, at + 46 + directory.readUInt16LE(at + 28))
  return { name, method: directory.readUInt16LE(at + 10), size: directory.readUInt32LE(at + 20), headerAt: directory.readUInt32LE(at + 42) }
}

function nextEntry(directory: Buffer, at: number): number {
  return at + 46 + directory.readUInt16LE(at + 28) + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
}

/** The local header repeats the name and may have another extra field than the directory, so its own lengths count. */
async function findContent(file: FileHandle, { headerAt }: ZipEntry): Promise<number> {
  const header = await readAt(file, { at: headerAt, length: 30 })
  return headerAt + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
}

async function readAt(file: FileHandle, { at, length }: { at: number; length: number }): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}
