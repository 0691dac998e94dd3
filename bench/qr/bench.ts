import { drawQr, SMALL_PIXELS } from '@gateway/api/qr'
import { randomBytes } from 'node:crypto'
import { median, quantile } from '../numbers.ts'
import type { Bench, SectionText } from '../section.ts'
import { sized } from '../sized.ts'

const IMAGES = sized(500, 20)
const ROUNDS = sized(7, 1)
const US_PER_MS = 1_000

/** The text of a QR image, with a new address each time. */
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

const text: SectionText = {
  title: 'QR images',
  intro: `Processor time of one image, compression included: ${IMAGES} images of different addresses in each of ${ROUNDS} rounds.`,
  aims: [{ text: 'at most 2 ms', column: 'CPU', max: 2 }],
}

/** Processor time of one QR image. */
export const qr: Bench = {
  sections: [text],
  measure: async (log) => {
    const rows = Object.entries(texts).flatMap(([content, newText]) =>
      Object.entries(sizes).map(([size, pixels]) => [content, size, ...costOf(() => drawQr(newText(), pixels))]),
    )
    log(`qr: ${rows.length} kinds of images`)
    return [{ head: ['of', 'as', 'CPU', 'in the slowest round', 'bytes'], rows }]
  },
}

/** Processor time of one image, as the median and the maximum of the rounds after a warm-up, and its bytes. */
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
