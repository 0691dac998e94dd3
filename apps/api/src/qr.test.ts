import fc from 'fast-check'
import { create } from 'qrcode'
import { describe, expect, test } from 'vitest'
import { drawQr } from './qr.ts'
import { readPng } from './test-png.ts'

const URI = 'bitcoin:bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080?amount=0.00021234'

/** The modules of an image, sampled at their centres, without the quiet zone. */
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

  test('draws exactly the modules of its text, for any text', () => {
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
