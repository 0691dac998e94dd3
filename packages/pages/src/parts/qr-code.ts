import { type BitMatrix, create } from 'qrcode'
import { type Markup, trusted } from '../html.ts'

const QUIET_MODULES = 4
/** Drawn size; the page shows it smaller, a screen reader of a phone or a printer gets all of it. */
const PIXELS = 512
/** Every mask decodes; scoring all eight would be most of the work (ISO/IEC 18004 §7.8). The PNG of the API uses the same one. */
const MASK = 3

/** A QR code as an SVG of 512 pixels with a quiet zone of 4 modules, black on white in every theme. Its meaning is said beside it. */
export function qrCode(text: string): Markup {
  const { modules } = create([{ data: new TextEncoder().encode(text), mode: 'byte' }], { errorCorrectionLevel: 'M', maskPattern: MASK })
  const span = modules.size + 2 * QUIET_MODULES
  return trusted(
    `<svg width="${PIXELS}" height="${PIXELS}" viewBox="0 0 ${span} ${span}" shape-rendering="crispEdges" aria-hidden="true">` +
      `<path fill="#fff" d="M0 0h${span}v${span}H0z"/><path fill="#000" d="${runsOf(modules)}"/></svg>`,
  )
}

/** The dark modules as one path: a rectangle for each run of a row. */
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
