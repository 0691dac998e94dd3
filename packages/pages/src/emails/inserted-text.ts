/** Line breaks and control characters. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** Characters that reorder the text around them or hide themselves (Unicode TR 36 §2.4). Joiners stay: scripts of India and emoji need them. */
const DECEPTIVE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu
const ZERO_WIDTH = '\u200c'

/** Inserted text as one line that cannot change how the text around it is read. */
export const oneLine = (text: string): string =>
  text
    .replace(DECEPTIVE, '')
    .replace(BREAKS, ' ')
    .replace(/[^\S\u00a0]+/gu, ' ')
    .trim()

/**
 * Inserted text that no e-mail client turns into a link: a zero-width character follows every sign that a web address, an e-mail address or
 * another URI needs. Amounts, times and IP addresses stay as they are: without those signs no client takes them for links.
 */
export const unlinked = (text: string): string => oneLine(text).replace(LINKING, `$&${ZERO_WIDTH}`)

/** A dot before a name, the sign of an e-mail address, and the colon of a scheme. The full stops of IDNA (RFC 3490 §3.1) count as dots. */
const LINKING = /[.\u3002\uff0e\uff61](?=[\p{L}\p{N}_-]*\p{L})|@(?=\S)|(?<=\p{L}):(?=\S)|:(?=[^\s\d])/gu

/** Blocks of scripts that run from right to left, with their digits (the ranges of Bidi_Class R and AL in DerivedBidiClass.txt). */
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const ISOLATES = { auto: '\u2068', ltr: '\u2066' } as const

/** Inserted text in an isolate of its own direction, or of one that runs from left to right; it contains no control that could end it. */
export const isolated = (text: string, dir: keyof typeof ISOLATES = 'auto'): string => `${ISOLATES[dir]}${text}\u2069`

/** The same in text that runs from left to right, where only text that runs the other way needs it. */
export const isolatedIfRtl: typeof isolated = (text, dir) => (RTL.test(text) ? isolated(text, dir) : text)

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The text in at most `most` UTF-16 units, cut between characters and then marked by an ellipsis. */
export function shorten(text: string, most: number): string {
  const line = oneLine(text)
  if (line.length <= most) return line
  let kept = ''
  for (const { segment } of graphemes.segment(line)) {
    if (kept.length + segment.length >= most) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

/** The first character, as a reader counts characters; upper case. */
export const firstCharacter = (text: string): string => ([...graphemes.segment(oneLine(text))][0]?.segment ?? '').toLocaleUpperCase('en')

/** The longest subject that every client shows whole. */
const MAX_SUBJECT = 80

/** A subject of at most 80 characters: the inserted text is cut as far as the words around it require. */
export function fitSubject(inserted: string, write: (inserted: string) => string): string {
  const isolate = RTL.test(inserted) ? isolated : (text: string) => text
  return write(isolate(shorten(inserted, Math.max(1, MAX_SUBJECT - write(isolate('')).length))))
}
