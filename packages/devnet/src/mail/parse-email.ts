import { bytesOfQuoted, type EmailHeaders, parseHeaders } from './email-headers.ts'

/** A file that came with an e-mail. */
interface ParsedAttachment {
  readonly name: string
  readonly type: string
  readonly content: Buffer
}

/** A parsed e-mail: its headers by lower-case name, its text and, where it has one, its HTML; lines end in `\n`. */
export interface ParsedEmail {
  readonly headers: EmailHeaders
  readonly text: string
  readonly html: string | undefined
  readonly attachments: readonly ParsedAttachment[]
}

/**
 * Parses an e-mail as sent over the wire (RFC 5322): of one text, or of a text and its HTML as alternatives (RFC 2046 §5.1.4), with or without files beside
 * them (RFC 2046 §5.1.3, RFC 2183).
 */
export function parseEmail(raw: string): ParsedEmail {
  const whole = partOf(raw)
  const parts = partsOf(whole)
  const bodyOf = (type: string) => parts.find((part) => !isFile(part) && typeOf(part.headers).startsWith(type))
  return {
    headers: whole.headers,
    text: decoded(bodyOf('text/plain') ?? whole),
    html: optional(bodyOf('text/html')),
    attachments: parts.filter(isFile).map(fileOf),
  }
}

interface Part {
  readonly headers: EmailHeaders
  readonly body: string
}

/** A part without a type is plain text (RFC 2045 §5.2). */
const typeOf = (headers: EmailHeaders): string => headers['content-type']?.toLowerCase() ?? 'text/plain'

const isFile = ({ headers }: Part): boolean => headers['content-disposition']?.toLowerCase().startsWith('attachment') ?? false

const fileOf = ({ headers, body }: Part): ParsedAttachment => ({
  name: /filename="?([^";]+)/i.exec(headers['content-disposition'] ?? '')?.[1] ?? '',
  type: typeOf(headers).split(';')[0] ?? '',
  content: bytesOf(headers['content-transfer-encoding']?.toLowerCase(), body),
})

function partOf(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n')
  return { headers: parseHeaders(raw.slice(0, end)), body: raw.slice(end + 4) }
}

/** The parts of an e-mail, those of parts among them. */
function partsOf(whole: Part): readonly Part[] {
  const boundary = /^multipart\/.*boundary="?([^";]+)/i.exec(whole.headers['content-type'] ?? '')?.[1]
  if (boundary === undefined) return [whole]
  const [, ...pieces] = `\r\n${whole.body}`.split(`\r\n--${boundary}`)
  // The last boundary ends in two hyphens; nothing after it counts.
  return pieces.filter((piece) => !piece.startsWith('--')).flatMap((piece) => partsOf(partOf(piece.slice(piece.indexOf('\r\n') + 2))))
}

const optional = (part: Part | undefined): string | undefined => part && decoded(part)

function decoded({ headers, body }: Part): string {
  return bytesOf(headers['content-transfer-encoding']?.toLowerCase(), body).toString('utf8').replaceAll('\r\n', '\n')
}

function bytesOf(encoding: string | undefined, body: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  return encoding === 'quoted-printable' ? bytesOfQuoted(body) : Buffer.from(body, 'utf8')
}
