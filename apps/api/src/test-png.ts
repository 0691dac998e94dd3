import { crc32, inflateSync } from 'node:zlib'
import { expect } from 'vitest'

/** Decodes a 1-bit grayscale PNG, verifying every checksum: rows of pixels, true for dark. */
export function readPng(png: Buffer): boolean[][] {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at)
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(png.subarray(at + 4, at + 8 + length)))
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  const header = chunks.get('IHDR') ?? Buffer.alloc(13)
  expect([...header.subarray(8)]).toEqual([1, 0, 0, 0, 0])
  const width = header.readUInt32BE(0)
  return scanLines(inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0)), width, header.readUInt32BE(4)).map((line) =>
    Array.from({ length: width }, (_, x) => (((line[x >> 3] ?? 0) >> (7 - (x & 7))) & 1) === 0),
  )
}

function scanLines(filtered: Buffer, width: number, height: number): Buffer[] {
  const stride = Math.ceil(width / 8)
  const lines: Buffer[] = []
  for (let y = 0; y < height; y++) {
    const line = Buffer.from(filtered.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)))
    const above = lines.at(-1)
    if (filtered[y * (stride + 1)] === 2 && above) for (let x = 0; x < stride; x++) line[x] = ((line[x] ?? 0) + (above[x] ?? 0)) & 0xff
    lines.push(line)
  }
  return lines
}
