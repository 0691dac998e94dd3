// Lamports are 64-bit integers; those of 16 digits and more may not fit into a number.
const LONG_INTEGER = /[:,[]\s*\d{16,}/
const PLAIN_INTEGER = /^-?\d+$/

type SourceReviver = (...call: [key: string, value: unknown, context: { readonly source?: string }]) => unknown

/**
 * Parses JSON in which integers are exact: those beyond 2^53 become big integers. Only a text that has any pays for that: a block has
 * megabytes.
 * @throws {SyntaxError} when the text is no JSON.
 */
export function parseLamports(text: string): unknown {
  if (!LONG_INTEGER.test(text)) return JSON.parse(text)
  // The types of JSON.parse lack the third argument with a primitive's source text (ECMAScript, JSON.parse source text access).
  return JSON.parse(text, exact as (key: string, value: unknown) => unknown)
}

const exact: SourceReviver = (_key, value, { source }) => {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || source === undefined || !PLAIN_INTEGER.test(source)) return value
  return BigInt(source)
}
