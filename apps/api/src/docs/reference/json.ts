/** Part of the API description. */
export type Json = Readonly<Record<string, unknown>>

/** The object at a path in a document; empty when there is none. */
export const at = (from: unknown, ...keys: readonly string[]): Json =>
  keys.reduce<Json>((inner, key) => objectOf(inner[key]), objectOf(from))

/** The objects in a list. */
export const listOf = (from: unknown): Json[] => (Array.isArray(from) ? from.map(objectOf) : [])

/** The texts in a list. */
export const textsOf = (from: unknown): string[] => (Array.isArray(from) ? from.map(String) : [])

/** A text, or the empty string. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** True when nothing is in it. */
export const isEmpty = (value: Json): boolean => Object.keys(value).length === 0

const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? { ...value } : {})
