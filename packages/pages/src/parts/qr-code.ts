import { type Markup, trusted } from '../html.ts'
import { qrPath } from './qr-path.ts'

/** Drawn size; the page shows it smaller, a screen reader of a phone or a printer gets all of it. */
const PIXELS = 512

/** A QR code as an SVG of 512 pixels with a quiet zone of 4 modules, black on white in every theme. Its meaning is said beside it. */
export function qrCode(text: string): Markup {
  const { span, path } = qrPath(text)
  return trusted(
    `<svg width="${PIXELS}" height="${PIXELS}" viewBox="0 0 ${span} ${span}" shape-rendering="crispEdges" aria-hidden="true">` +
      `<path fill="#fff" d="M0 0h${span}v${span}H0z"/><path fill="#000" d="${path}"/></svg>`,
  )
}
