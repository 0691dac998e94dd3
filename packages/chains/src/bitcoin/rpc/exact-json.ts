import { type Decimal, findJsonDecimal } from '@gateway/domain/money/decimal'

const PLAIN_INTEGER = /^-?\d+$/

type SourceReviver = (...call: [key: string, value: unknown, context: { readonly source?: string }]) => unknown

/**
 * Parses JSON without rounding: safe plain integers become numbers, every other number the exact decimal of its source text.
 * A node writes 0.1 + 0.2 BTC as 0.30000000, which a binary float would not reproduce.
 * @throws {SyntaxError} when the text is no JSON or a number has an absurd exponent.
 */
export function parseExactJson(text: string): unknown {
  // The types of JSON.parse lack the third argument with a primitive's source text (ECMAScript, JSON.parse source text access).
  return JSON.parse(text, exact as (key: string, value: unknown) => unknown)
}

const exact: SourceReviver = (_key, value, { source }) => {
  if (typeof value !== 'number' || source === undefined) return value
  if (PLAIN_INTEGER.test(source) && Number.isSafeInteger(value)) return value
  return readDecimal(source)
}

function readDecimal(source: string): Decimal {
  const decimal = findJsonDecimal(source)
  if (!decimal) throw new SyntaxError('A number in the answer is out of all bounds')
  return decimal
}
