import { findRail, type Rails } from '@gateway/chains/registry'
import type { PaymentFacts } from '@gateway/domain/payments/payment'
import { crc32, deflateSync } from 'node:zlib'
import { type BitMatrix, create } from 'qrcode'

const QUIET_MODULES = 4
const LEAST_PIXELS = 512
// A module is whole bytes wide, so that rows are filled and not painted bit by bit.
const PIXELS_PER_BYTE = 8
// A quarter of the default's time for 300 bytes more.
const DEFLATE_LEVEL = 3
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
  const rows = Array.from({ length: span }, (_, y) => scanLines(paddedRow(modules, y - QUIET_MODULES), bytesPerModule))
  return encodePng(span * bytesPerModule * PIXELS_PER_BYTE, Buffer.concat(rows))
}

/** A row of modules with the quiet zone at both ends; 1 is dark. Outside the symbol everything is light. */
function paddedRow({ data, size }: BitMatrix, y: number): Uint8Array {
  const row = new Uint8Array(size + 2 * QUIET_MODULES)
  if (y >= 0 && y < size) row.set(data.subarray(y * size, (y + 1) * size), QUIET_MODULES)
  return row
}

/** A row of modules as scan lines: the first as it is, the others as "same as above" (PNG filter type 2). */
function scanLines(row: Uint8Array, bytesPerModule: number): Buffer {
  const stride = 1 + row.length * bytesPerModule
  const lines = Buffer.alloc(stride * bytesPerModule * PIXELS_PER_BYTE)
  for (const [module, dark] of row.entries()) {
    if (dark === 0) lines.fill(0xff, 1 + module * bytesPerModule, 1 + (module + 1) * bytesPerModule)
  }
  for (let line = stride; line < lines.length; line += stride) lines[line] = 2
  return lines
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
