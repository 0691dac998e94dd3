import { z } from 'zod'
import { findInexactSource } from './json.ts'

/** Aliases of members: alias → canonical name, both in camelCase. */
type Aliases<Schema extends z.ZodObject> = Readonly<Record<string, keyof z.output<Schema> & string>>

/**
 * A request object whose members may come in camelCase, in snake_case or under an alias, and for which `null` means absent.
 *
 * Unknown members are dropped. Two spellings of one member with different values are rejected, because the intended one is unknown.
 *
 * @param schema - members under their canonical camelCase names.
 */
export function wireInput<Schema extends z.ZodObject>(schema: Schema, aliases: Aliases<Schema> = {}) {
  const canonical = canonicalNames(Object.keys(schema.shape), aliases)
  return z.preprocess((raw: z.input<Schema>, context) => {
    if (raw === undefined) return {}
    return isObject(raw) ? rename(raw, canonical, context) : raw
  }, schema)
}

/** `businessId` → `business_id`; names that are snake_case already stay. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (char) => `_${char.toLowerCase()}`)

function canonicalNames(names: readonly string[], aliases: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const own = names.map((name) => [name, name] as const)
  return new Map(
    [...own, ...Object.entries(aliases)].flatMap(([spelling, name]) => [[spelling, name] as const, [snakeCase(spelling), name] as const]),
  )
}

function rename(raw: object, canonical: ReadonlyMap<string, string>, context: z.RefinementCtx): Record<string, unknown> {
  const renamed: Record<string, unknown> = Object.create(null)
  for (const [spelling, value] of Object.entries(raw)) {
    const name = canonical.get(spelling)
    if (name === undefined || value === null || value === undefined) continue
    if (name in renamed && JSON.stringify(renamed[name]) !== JSON.stringify(value)) {
      context.addIssue({ code: 'custom', path: [name], message: 'was sent twice with different values', input: value })
    }
    renamed[name] = value
  }
  return renamed
}

const isObject = (raw: unknown): raw is object =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw) && findInexactSource(raw) === undefined
