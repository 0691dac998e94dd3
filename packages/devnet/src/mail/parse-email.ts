import { bytesOfQuoted, type EmailHeaders, parseHeaders } from './email-headers.ts'

/** A parsed e-mail: its headers by lower-case name, its text and, where it has one, its HTML; lines end in `\n`. */
export interface ParsedEmail {
  readonly headers: EmailHeaders
  readonly text: string
  readonly html: string | undefined
}

/** Parses an e-mail as sent over the wire (RFC 5322): of one text, or of a text and its HTML as alternatives (RFC 2046 §5.1.4). */
export function parseEmail(raw: string): ParsedEmail {
  const whole = partOf(raw)
  const parts = partsOf(whole)
  const bodyOf = (type: string) => parts.find(({ headers }) => typeOf(headers).startsWith(type))
  return { headers: whole.headers, text: decoded(bodyOf('text/plain') ?? whole), html: optional(bodyOf('text/html')) }
}

interface Part {
  readonly headers: EmailHeaders
  readonly body: string
}

/** A part without a type is plain text (RFC 2045 §5.2). */
const typeOf = (headers: EmailHeaders): string => headers['content-type']?.toLowerCase() ?? 'text/plain'

function partOf(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n')
  return { headers: parseHeaders(raw.slice(0, end)), body: raw.slice(end + 4) }
}

function partsOf(whole: Part): readonly Part[] {
  const boundary = /^multipart\/.*boundary="?([^";]+)/i.exec(whole.headers['content-type'] ?? '')?.[1]
  if (boundary === undefined) return [whole]
  const [, ...pieces] = `\r\n${whole.body}`.split(`\r\n--${boundary}`)
  // The last boundary ends in two hyphens; nothing after it counts.
  return pieces.filter((piece) => !piece.startsWith('--')).map((piece) => partOf(piece.slice(piece.indexOf('\r\n') + 2)))
}

const optional = (part: Part | undefined): string | undefined => part && decoded(part)

function decoded({ headers, body }: Part): string {
  return bytesOf(headers['content-transfer-encoding']?.toLowerCase(), body).toString('utf8').replaceAll('\r\n', '\n')
}

function bytesOf(encoding: string | undefined, body: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  return encoding === 'quoted-printable' ? bytesOfQuoted(body) : Buffer.from(body, 'utf8')
}
