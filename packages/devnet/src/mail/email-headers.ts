/** Headers by lower-case name; of a repeated header the last value counts. */
export type EmailHeaders = Readonly<Record<string, string>>

/** Parses the headers of an e-mail or of one of its parts: unfolded (RFC 5322 §2.2.3), with encoded words decoded (RFC 2047). */
export function parseHeaders(block: string): EmailHeaders {
  const lines = block.replace(/\r\n(?=[ \t])/g, '').split('\r\n')
  return Object.fromEntries(
    lines.map((line) => {
      const end = line.indexOf(':')
      return [line.slice(0, end).toLowerCase(), decodeWords(line.slice(end + 1).trim())]
    }),
  )
}

/** Bytes of quoted-printable text (RFC 2045 §6.7). */
export const bytesOfQuoted = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    'latin1',
  )

/** One run of encoded words: the white space between two of them is no text (RFC 2047 §6.2). */
const ENCODED_WORDS = /=\?utf-8\?[bq]\?[^?\s]*\?=(?:\s+=\?utf-8\?[bq]\?[^?\s]*\?=)*/gi

const decodeWords = (value: string): string =>
  value.replace(ENCODED_WORDS, (run) => Buffer.concat(run.split(/\s+/).map(bytesOfWord)).toString('utf8'))

function bytesOfWord(word: string): Buffer {
  const [, , encoding = '', text = ''] = word.split('?')
  return encoding.toUpperCase() === 'B' ? Buffer.from(text, 'base64') : bytesOfQuoted(text.replaceAll('_', ' '))
}
