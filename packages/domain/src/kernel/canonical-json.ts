/** A value of JSON; members that are undefined are none. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json | undefined }

/**
 * The one text of a JSON value (RFC 8785): no white space, members in the order of the UTF-16 code units of their names, numbers and strings as ECMAScript
 * writes them.
 *
 * @throws {RangeError} for a number that is not finite, and for a text that is no Unicode: they have no such form.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('a number that is not finite has no canonical form')
  if (typeof value === 'string' && !value.isWellFormed()) throw new RangeError('a text with half of a surrogate pair has no canonical form')
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.entries(value).flatMap(([name, member]) => (member === undefined ? [] : [[name, member] as const]))
  const sorted = members.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([name, member]) => `${canonicalJson(name)}:${canonicalJson(member)}`).join(',')}}`
}

// `Array.isArray` does not narrow readonly arrays.
const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
