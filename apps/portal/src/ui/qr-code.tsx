import { qrPath } from '@gateway/pages/parts/qr-path'

/** A QR code, black on white in every theme; the label says what it holds. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { span, path } = qrPath(text)
  return (
    <svg className="qr-image" viewBox={`0 0 ${span} ${span}`} shapeRendering="crispEdges" role="img" aria-label={label}>
      <path fill="#fff" d={`M0 0h${span}v${span}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}
