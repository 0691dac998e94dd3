/** Encodings of a document, the smallest first. */
export const encodings = ['br', 'gzip', 'identity'] as const
/** One encoding. */
export type Encoding = (typeof encodings)[number]

// An unnamed encoding may be sent plain (RFC 9110 §12.5.3), after all named ones.
const UNNAMED = 0.0001

/** The client's preferred encoding, the smallest of several; the plain one where it accepts none. */
export function acceptedEncoding(header: string | undefined): Encoding {
  const weights = new Map((header ?? '').toLowerCase().split(',').map(readPreference))
  const weightOf = (encoding: Encoding): number => weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? UNNAMED : 0)
  const [best = 'identity'] = encodings.toSorted((a, b) => weightOf(b) - weightOf(a))
  return weightOf(best) > 0 ? best : 'identity'
}

function readPreference(text: string): [name: string, weight: number] {
  const [name = '', weight] = text.replaceAll(' ', '').split(';q=')
  return [name, weight === undefined ? 1 : Number(weight) || 0]
}
