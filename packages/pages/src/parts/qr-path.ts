import { type BitMatrix, create, type QRCodeSegment } from 'qrcode'

const QUIET_MODULES = 4
/** Every mask decodes; scoring all eight would be most of the work (ISO/IEC 18004 §7.8). The PNG of the API uses the same one. */
const MASK = 3

/** The dark modules of a QR code as an SVG path, in a square of `span` modules with a quiet zone of 4. */
export function qrPath(text: string): { readonly span: number; readonly path: string } {
  const { modules } = create(segmentsOf(text), { errorCorrectionLevel: 'M', maskPattern: MASK })
  return { span: modules.size + 2 * QUIET_MODULES, path: runsOf(modules) }
}

/** What follows the scheme of an address in upper case, which takes fewer modules (ISO/IEC 18004 §7.4.4); the scheme itself never is. */
const SCHEME_AND_CAPITALS = /^([a-z]+:)([0-9A-Z]+)$/

function segmentsOf(text: string): QRCodeSegment[] {
  const [, scheme, capitals] = SCHEME_AND_CAPITALS.exec(text) ?? []
  if (scheme === undefined || capitals === undefined) return [bytesOf(text)]
  return [bytesOf(scheme), { data: capitals, mode: 'alphanumeric' }]
}

const bytesOf = (text: string): QRCodeSegment => ({ data: new TextEncoder().encode(text), mode: 'byte' })

/** A rectangle for each run of a row. */
function runsOf({ data, size }: BitMatrix): string {
  let path = ''
  for (let at = 0; at < data.length; at++) {
    if (data[at] === 0) continue
    const start = at
    while (data[at + 1] === 1 && (at + 1) % size !== 0) at++
    const length = at - start + 1
    path += `M${(start % size) + QUIET_MODULES} ${Math.floor(start / size) + QUIET_MODULES}h${length}v1h-${length}z`
  }
  return path
}
