import { type Read, type ScalarMeta, scalar } from './scalar.ts'

/** The length of a text in Unicode code points; a minimum of 1 also rejects blank ones. */
export interface TextLimits {
  readonly min?: number
  readonly max: number
}

/** A text that is stored and returned unchanged. */
export const text = (limits: TextLimits, meta: ScalarMeta) =>
  scalar<string, string>((raw) => readText(raw, limits), { type: 'string', minLength: limits.min ?? 0, maxLength: limits.max, ...meta })

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
