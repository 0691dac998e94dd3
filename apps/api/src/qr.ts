import { findRail, type Rails } from '@gateway/chains/registry'
import type { PaymentFacts } from '@gateway/domain/payments/payment'
import { crc32, deflateSync } from 'node:zlib'
import { type BitMatrix, create } from 'qrcode'

const QUIET_MODULES = 4
const LEAST_PIXELS = 512
// A module is whole bytes wide, so that rows are filled and not painted bit by bit.
const PIXELS_PER_BYTE = 8
const WHITE = 0xff
const BLACK = 0
// PNG filter type 2 over zeros: the line repeats the one above it.
const SAME_AS_ABOVE = 2
// A fraction of the default's time for a few hundred bytes more.
const DEFLATE_LEVEL = 1
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
// Every mask decodes; looking for the prettiest of the eight would be most of the work (ISO/IEC 18004 §7.8).
const MASK = 3

/** PNG of a payment's QR code. Address and amount are frozen, so the image is the same for life. */
export function paymentQr(rails: Rails, { payment, paymentUri }: PaymentFacts): Buffer {
  const request = { asset: payment.asset, address: payment.address, units: payment.dueUnits }
  return drawQr(findRail(rails, payment.asset)?.qrText(request) ?? paymentUri)
}

/** The same image as a data URL. */
export const paymentQrUrl = (rails: Rails, facts: PaymentFacts): string =>
  `data:image/png;base64,${paymentQr(rails, facts).toString('base64')}`

/** A QR code as a 1-bit PNG of at least 512 pixels with a quiet zone of 4 modules. Equal texts give equal bytes. */
export function drawQr(text: string): Buffer {
  const { modules } = create([{ data: Buffer.from(text), mode: 'byte' }], { errorCorrectionLevel: 'M', maskPattern: MASK })
  const span = modules.size + 2 * QUIET_MODULES
  const bytesPerModule = Math.ceil(LEAST_PIXELS / (span * PIXELS_PER_BYTE))
  const scale = bytesPerModule * PIXELS_PER_BYTE
  const stride = 1 + span * bytesPerModule
  const lines = Buffer.alloc(stride * span * scale)
  for (let y = 0; y < span; y++) {
    const start = y * scale * stride
    drawRow(lines.subarray(start + 1, start + stride), rowOf(modules, y - QUIET_MODULES), bytesPerModule)
    for (let line = 1; line < scale; line++) lines[start + line * stride] = SAME_AS_ABOVE
  }
  return encodePng(span * scale, lines)
}

/** A row of modules, 1 where it is dark; empty outside the symbol. */
const rowOf = ({ data, size }: BitMatrix, y: number): Uint8Array =>
  y >= 0 && y < size ? data.subarray(y * size, (y + 1) * size) : new Uint8Array(0)

/** Draws one scan line: white, and black where a module is dark. */
function drawRow(line: Buffer, row: Uint8Array, bytesPerModule: number): void {
  line.fill(WHITE)
  for (let x = 0; x < row.length; x++) {
    if (row[x] === 0) continue
    const start = (x + QUIET_MODULES) * bytesPerModule
    for (let at = start; at < start + bytesPerModule; at++) line[at] = BLACK
  }
}

/** Source: Portable Network Graphics (W3C Recommendation, 2nd edition): IHDR, IDAT, IEND; grayscale of 1 bit, where 1 is white. */
function encodePng(pixels: number, lines: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(pixels, 0)
  header.writeUInt32BE(pixels, 4)
  header[8] = 1
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines, { level: DEFLATE_LEVEL })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(content.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
