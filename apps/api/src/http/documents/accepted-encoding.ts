/** Forms in which a document can be sent, the smallest first. */
export const encodings = ['br', 'gzip', 'identity'] as const
/** One of them. */
export type Encoding = (typeof encodings)[number]

// What is not named may be sent plain (RFC 9110 §12.5.3), after anything that is named.
const UNNAMED = 0.0001

/** The form that a reader likes best, and of several the smallest; the plain one where it accepts none. */
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
