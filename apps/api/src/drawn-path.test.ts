import { qrPath } from '@gateway/pages/parts/qr-path'
import jsqr from 'jsqr'
import { expect, test } from 'vitest'

const PIXELS = 4
const RUN = /M(\d+) (\d+)h(\d+)v1h-\d+z/g

/** Decodes what a page draws, with a decoder independent of the encoder. */
function scanned(text: string): { readonly text: string | undefined; readonly span: number } {
  const { span, path } = qrPath(text)
  const side = span * PIXELS
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y, length] of path.matchAll(RUN)) darken(pixels, { side, x: Number(x), y: Number(y), length: Number(length) })
  return { text: jsqr.default(pixels, side, side, { inversionAttempts: 'dontInvert' })?.data, span }
}

interface Run {
  readonly side: number
  readonly x: number
  readonly y: number
  readonly length: number
}

function darken(pixels: Uint8ClampedArray, { side, x, y, length }: Run): void {
  for (let row = y * PIXELS; row < (y + 1) * PIXELS; row++)
    for (let column = x * PIXELS; column < (x + length) * PIXELS; column++) pixels.set([0, 0, 0], (row * side + column) * 4)
}

test.each(['bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080?amount=0.5', 'lightning:LNBC2500U1PVJLUEZ', 'LIGHTNING:LNBC1', 'straße'])(
  'the QR code that a page draws of %s is read as that text',
  (text) => {
    expect(scanned(text).text).toBe(text)
  },
)

test('a Lightning invoice in upper case is drawn with fewer modules than in lower case', () => {
  const invoice = 'lnbcrt10u1p'.padEnd(280, 'q')
  const [upper, lower] = [scanned(`lightning:${invoice.toUpperCase()}`), scanned(`lightning:${invoice}`)]
  expect(upper.text).toBe(`lightning:${invoice.toUpperCase()}`)
  expect(upper.span).toBeLessThan(lower.span)
})
