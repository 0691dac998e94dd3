import { findJsonDecimal } from '@gateway/domain/money/decimal'

const sourceText = Symbol('source text')

/** A JSON number that is no double, kept as its source text. */
export interface InexactNumber {
  readonly [sourceText]: string
  /** Two spellings of a member are compared as JSON. */
  readonly toJSON: () => string
}

/**
 * Parses JSON so that no number changes its value: one that a double would alter becomes an `InexactNumber`.
 * The 17 significant digits with which a program may write a double, PHP by default, are that double.
 * Money stays exact, and metadata can reject numbers it could not return; both decide later by the meaning of a member.
 * @throws {SyntaxError} when the text is no JSON (RFC 8259).
 */
export function parseJson(text: string): unknown {
  return parse(text, (_key, value, { source }) => (typeof value === 'number' && source !== undefined ? exactly(value, source) : value))
}

/** The source text of a number that did not fit into a double, or undefined for every other value. */
export const findInexactSource = (value: unknown): string | undefined => (isInexact(value) ? value[sourceText] : undefined)

type SourceReviver = (key: string, value: unknown, context: { source?: string }) => unknown

// The runtime implements the JSON.parse source text access proposal; the compiler's library does not declare the third argument yet.
const parse = JSON.parse as (text: string, reviver: SourceReviver) => unknown

/** Enough to tell every double from its neighbours (IEEE 754 §5.12.2). */
const DIGITS_OF_DOUBLE = 17

/** Most numbers are written in canonical form; only the others need the exact comparison. */
function exactly(value: number, source: string): number | InexactNumber {
  if (String(value) === source || isSameNumber(String(value), source) || isSameNumber(value.toPrecision(DIGITS_OF_DOUBLE), source))
    return value
  return { [sourceText]: source, toJSON: () => source }
}

function isSameNumber(printed: string, source: string): boolean {
  const [left, right] = [findJsonDecimal(printed), findJsonDecimal(source)]
  if (!left || !right) return false
  return left.digits * 10n ** BigInt(right.scale) === right.digits * 10n ** BigInt(left.scale)
}

const isInexact = (value: unknown): value is InexactNumber => typeof value === 'object' && value !== null && sourceText in value
