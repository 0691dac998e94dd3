import { drawQr, SMALL_PIXELS } from '@gateway/api/qr'
import { randomBytes } from 'node:crypto'
import { median, quantile } from '../numbers.ts'
import type { Bench, Section } from '../section.ts'

const IMAGES = 500
const ROUNDS = 7
const US_PER_MS = 1_000

/** What a QR image encodes, each time with another address. */
const texts: Readonly<Record<string, () => string>> = {
  'bitcoin, address and amount': () => `bitcoin:bcrt1q${randomBytes(19).toString('hex')}?amount=0.00041667`,
  'ether, address and amount': () => `ethereum:0x${randomBytes(20).toString('hex')}@31337?value=8333333333333334`,
  'token, address alone': () => `0x${randomBytes(20).toString('hex')}`,
}

/** Where an image is drawn: into answers and streams, or as a file. */
const sizes: Readonly<Record<string, number | undefined>> = {
  [`${SMALL_PIXELS} pixels, in an answer`]: SMALL_PIXELS,
  'file of its own': undefined,
}

/** Processor time of one QR image. */
export const qr: Bench = async (log) => {
  const rows = Object.entries(texts).flatMap(([what, text]) =>
    Object.entries(sizes).map(([size, pixels]) => [what, size, ...costOf(() => drawQr(text(), pixels))]),
  )
  log(`qr: ${rows.length} kinds of images`)
  return [sectionOf(rows)]
}

/** Milliseconds of processor time of one image, the median of the rounds and the worst of them, and its bytes; the first round runs code that was never run. */
function costOf(draw: () => Buffer): string[] {
  const rounds: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const before = process.cpuUsage()
    for (let image = 0; image < IMAGES; image++) draw()
    const { user, system } = process.cpuUsage(before)
    if (round > 0) rounds.push((user + system) / US_PER_MS / IMAGES)
  }
  return [...[median(rounds), quantile(rounds, 1)].map((ms) => `${ms.toFixed(2)} ms`), String(draw().length)]
}

const sectionOf = (rows: readonly (readonly string[])[]): Section => ({
  title: 'QR images',
  intro: `Processor time of one image in process, ${IMAGES} of different addresses in each of ${ROUNDS} rounds; zlib’s included. Aim: at most 2 ms.`,
  head: ['of', 'as', 'CPU', 'in the slowest round', 'bytes'],
  rows,
})
