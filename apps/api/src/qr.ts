import type { PayableFacts } from '@gateway/domain/payments/payment'
import { LRUCache } from 'lru-cache'
import { constants, crc32, deflateSync } from 'node:zlib'
import { type BitMatrix, create } from 'qrcode'

const QUIET_MODULES = 4
const LEAST_PIXELS = 512
/** Minimum width of a code in an answer: enough for any camera pointed at a screen. */
export const SMALL_PIXELS = 200
const PIXELS_PER_BYTE = 8
// A module is a whole number of half bytes wide: rows are filled instead of drawn bit by bit, and an image is hardly larger than necessary.
const PIXELS_PER_HALF = 4
const WHITE = 0xff
const BLACK_ON_THE_LEFT = 0x0f
const BLACK_ON_THE_RIGHT = 0xf0
// PNG filter type 2 over zeros: the line repeats the one above it.
const SAME_AS_ABOVE = 2
// An image is mostly runs: matching only those takes a quarter less time and a quarter fewer bytes.
const COMPRESSION = { level: 1, strategy: constants.Z_RLE }
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
// Every mask decodes; scoring all eight would be most of the work (ISO/IEC 18004 §7.8).
const MASK = 3

/** PNG of a payment's QR code. It asks for the amount still due, so it changes only when a part arrives. */
export const paymentQr = ({ qrText }: PayableFacts): Buffer => drawQr(qrText)

// A pending payment is polled often, and drawing would be a third of each answer; a cached image takes about a kilobyte.
const drawn = new LRUCache<string, string>({
  max: 2_000,
  memoMethod: (text) => `data:image/png;base64,${drawQr(text, SMALL_PIXELS).toString('base64')}`,
})

/** The small QR image as a data URL: an answer may contain a hundred of them, and a large one is a separate request. */
export const paymentQrUrl = ({ qrText }: Pick<PayableFacts, 'qrText'>): string => drawn.memo(qrText)

/** A QR code as a 1-bit PNG of at least `leastPixels` with a quiet zone of 4 modules. Equal texts give equal bytes. */
export function drawQr(text: string, leastPixels = LEAST_PIXELS): Buffer {
  const { modules } = create([{ data: Buffer.from(text), mode: 'byte' }], { errorCorrectionLevel: 'M', maskPattern: MASK })
  const span = modules.size + 2 * QUIET_MODULES
  const halves = Math.ceil(leastPixels / (span * PIXELS_PER_HALF))
  const scale = halves * PIXELS_PER_HALF
  const stride = 1 + Math.ceil((span * scale) / PIXELS_PER_BYTE)
  const lines = Buffer.alloc(stride * span * scale)
  for (let y = 0; y < span; y++) {
    const start = y * scale * stride
    drawRow(lines.subarray(start + 1, start + stride), rowOf(modules, y - QUIET_MODULES), halves)
    for (let line = 1; line < scale; line++) lines[start + line * stride] = SAME_AS_ABOVE
  }
  return encodePng(span * scale, lines)
}

/** A row of modules, 1 for dark; empty outside the symbol. */
const rowOf = ({ data, size }: BitMatrix, y: number): Uint8Array =>
  y >= 0 && y < size ? data.subarray(y * size, (y + 1) * size) : new Uint8Array(0)

/** Draws one scan line: white, and black where a module is dark. */
function drawRow(line: Buffer, row: Uint8Array, halves: number): void {
  line.fill(WHITE)
  for (let x = 0; x < row.length; x++) {
    if (row[x] === 0) continue
    const start = (x + QUIET_MODULES) * halves
    for (let at = start; at < start + halves; at++)
      line[at >> 1] = (line[at >> 1] ?? WHITE) & (at % 2 === 0 ? BLACK_ON_THE_LEFT : BLACK_ON_THE_RIGHT)
  }
}

/** Source: Portable Network Graphics (W3C Recommendation, 2nd edition): IHDR, IDAT, IEND; grayscale of 1 bit, where 1 is white. */
function encodePng(pixels: number, lines: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(pixels, 0)
  header.writeUInt32BE(pixels, 4)
  header[8] = 1
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', deflateSync(lines, COMPRESSION)), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(content.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
