import fc from 'fast-check'
import { create } from 'qrcode'
import { describe, expect, test } from 'vitest'
import { crc32, inflateSync } from 'node:zlib'
import { drawQr } from './qr.ts'

const URI = 'bitcoin:bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080?amount=0.00021234'

/** Reads a 1-bit grayscale PNG back, checking every checksum: rows of pixels, true where it is dark. */
function readPng(png: Buffer): boolean[][] {
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

/** The modules of an image, taken from the middle of each, without the quiet zone. */
function modulesOf(pixels: boolean[][], size: number): boolean[] {
  const scale = pixels.length / (size + 8)
  const middle = (module: number) => Math.floor((module + 4.5) * scale)
  return Array.from({ length: size * size }, (_, index) => pixels[middle(Math.floor(index / size))]?.[middle(index % size)] ?? false)
}

describe('drawQr', () => {
  test('draws at least 512 pixels with four light modules on every side', () => {
    const pixels = readPng(drawQr(URI))
    const quiet = (pixels.length / (create(URI, { errorCorrectionLevel: 'M' }).modules.size + 8)) * 4
    expect(pixels.length).toBeGreaterThanOrEqual(512)
    expect(pixels[0]).toHaveLength(pixels.length)
    expect(
      pixels.some((row, y) => row.some((dark, x) => dark && Math.min(x, y, pixels.length - 1 - x, pixels.length - 1 - y) < quiet)),
    ).toBe(false)
  })

  test('holds exactly the modules of its text, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 300 }), (text) => {
        const { modules } = create([{ data: Buffer.from(text), mode: 'byte' }], { errorCorrectionLevel: 'M', maskPattern: 3 })
        expect(modulesOf(readPng(drawQr(text)), modules.size)).toEqual(Array.from(modules.data, (dark) => dark === 1))
      }),
      { numRuns: 25 },
    )
  })

  test('gives the same bytes for the same text, below 10 KB', () => {
    expect(drawQr(URI)).toEqual(drawQr(URI))
    expect(drawQr(URI).length).toBeLessThan(10_000)
  })
})
