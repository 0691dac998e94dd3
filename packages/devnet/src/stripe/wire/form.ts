import { parse, type ParsedQs } from 'qs'

/** Parameters as sent: texts, lists and nested members of them. */
export type FormParams = ParsedQs

/** Deeper and longer than any request of a client. */
const LIMITS = { depth: 12, arrayLimit: 200, parameterLimit: 2_000, plainObjects: true } as const

/** Parses a form-encoded body or a query, whose brackets nest: `a[b][0]=c`. */
export const parseForm = (text: string): FormParams => parse(text, LIMITS)

/** The name of a member inside parameters: `a[b][0]`. */
export function bracketed(path: readonly PropertyKey[]): string {
  const [first, ...rest] = path.map(String)
  return [first ?? '', ...rest.map((part) => `[${part}]`)].join('')
}
