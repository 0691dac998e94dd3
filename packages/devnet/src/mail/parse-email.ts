/** A parsed e-mail: its headers by lower-case name, and its text. */
export interface ParsedEmail {
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Parses an e-mail of one part as sent over the wire (RFC 5322). */
export function parseEmail(raw: string): ParsedEmail {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  const text = raw.slice(end + 4)
  return { headers, text: headers['content-transfer-encoding'] === 'quoted-printable' ? decodeQuoted(text) : text }
}

/** Quoted-printable (RFC 2045 §6.7). */
function decodeQuoted(text: string): string {
  const bytes = text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
