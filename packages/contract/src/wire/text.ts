import { type Read, type ScalarMeta, scalar } from './scalar.ts'

/** The length of a text in Unicode code points; a minimum of 1 also rejects blank ones. */
export interface TextLimits {
  readonly min?: number
  readonly max: number
}

/** A text that is stored and returned unchanged. */
export const text = (limits: TextLimits, meta: ScalarMeta) =>
  scalar<string, string>((raw) => readText(raw, limits), { type: 'string', minLength: limits.min ?? 0, maxLength: limits.max, ...meta })

/** A text that is shown in one line, such as a name: without line breaks and without controls of its direction, which could reorder what stands beside it. */
export const oneLine = (limits: TextLimits, meta: ScalarMeta) =>
  scalar<string, string>((raw) => readLine(raw, limits), { type: 'string', minLength: limits.min ?? 0, maxLength: limits.max, ...meta })

/** Unicode's mandatory breaks (UAX 14, LB4 and LB5). */
const BREAKS = '[\\n\\v\\f\\r\\u0085\\u2028\\u2029]+'
const EDGE_BREAKS = new RegExp(`^${BREAKS}|${BREAKS}$`, 'g')
const INNER_BREAKS = new RegExp(BREAKS, 'g')
/** Embeddings, overrides and isolates (UAX 9 §2). Marks of direction and joiners stay: they reach no further than the characters beside them. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g
/** A character that leaves ink: no space, control or format character, nothing that is ignored where it has no effect, no blank of Braille. */
const INK = /[^\p{Z}\p{Cc}\p{Cf}\p{DI}\u2800]/u

/** Reads a text of one line. An empty text stays one where it is allowed; one of invisible characters alone is none. */
export function readLine(raw: unknown, limits: TextLimits): Read<string> {
  const read = readText(raw, limits)
  if ('problem' in read || read.value === '') return read
  const value = read.value.replace(BIDI_CONTROLS, '').replace(EDGE_BREAKS, '').replace(INNER_BREAKS, ' ')
  return INK.test(value) ? { value } : { problem: 'must have a visible character' }
}

/** Reads a text: NUL and lone surrogates cannot be stored or sent on, everything else is verbatim. */
export function readText(raw: unknown, { min = 0, max }: TextLimits): Read<string> {
  if (typeof raw !== 'string') return { problem: 'must be a text' }
  const problem = findTextProblem(raw)
  if (problem !== undefined) return { problem }
  if (raw.length > max * 2 || countCharacters(raw) > max) return { problem: `must not be longer than ${max} characters` }
  if (min > 0 && (raw.trim() === '' || countCharacters(raw) < min)) return { problem: `must have at least ${min} characters` }
  return { value: raw }
}

/** Length of a text in Unicode code points: an emoji outside the basic plane counts once. */
export const countCharacters = (raw: string): number => Array.from(raw).length

/** The reason why Postgres cannot store a text as UTF-8, or undefined. */
export function findTextProblem(raw: string): string | undefined {
  if (raw.includes('\0')) return 'must not contain NUL'
  return raw.isWellFormed() ? undefined : 'must be well-formed Unicode'
}
