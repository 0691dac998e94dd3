import { STATUS_LIST_BITS } from '@gateway/domain/identity/limits'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

const zip = promisify(gzip)
const unzip = promisify(gunzip)

const BITS_OF_BYTE = 8
/** The fewest that the specification allows: fewer would tell who is meant. */
const LIST_BYTES = STATUS_LIST_BITS / BITS_OF_BYTE
const FIRST_BIT = 0x80
/** What a list of others may become: eight million bits. Zeros become a thousandth when they are compressed. */
const MOST_BYTES = 1024 * 1024

/**
 * A list in which the bits at these places are set: `u` and base64url of gzip. Source: W3C Bitstring Status List v1.0, §3.1.3.
 *
 * @param places - from 0 to 131 071; bit 0 is the leftmost one of the first byte.
 * @throws {RangeError} beyond the list.
 */
export async function encodeBits(places: Iterable<number>): Promise<string> {
  const bytes = Buffer.alloc(LIST_BYTES)
  for (const place of places) bytes.writeUInt8(bytes.readUInt8(byteOf(place)) | maskOf(place), byteOf(place))
  return `u${(await zip(bytes)).toString('base64url')}`
}

/** The bit of a place; undefined where the list is none, is shorter than it may be, or has no such place. */
export async function readBit(encoded: string, place: number): Promise<boolean | undefined> {
  const bytes = await decodeBits(encoded)
  if (!bytes || !Number.isSafeInteger(place) || place < 0 || place >= bytes.length * BITS_OF_BYTE) return undefined
  return (bytes.readUInt8(byteOf(place)) & maskOf(place)) !== 0
}

async function decodeBits(encoded: string): Promise<Buffer | undefined> {
  if (!/^u[A-Za-z0-9_-]+$/.test(encoded)) return undefined
  const bytes = await unzip(Buffer.from(encoded.slice(1), 'base64url'), { maxOutputLength: MOST_BYTES }).catch(() => undefined)
  return bytes && bytes.length >= LIST_BYTES ? bytes : undefined
}

const byteOf = (place: number): number => Math.floor(place / BITS_OF_BYTE)
const maskOf = (place: number): number => FIRST_BIT >> (place % BITS_OF_BYTE)
