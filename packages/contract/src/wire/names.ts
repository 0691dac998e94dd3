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
export const wireInput = <Schema extends z.ZodObject>(schema: Schema, aliases: Aliases<Schema> = {}) =>
  namedInput(schema, aliases, () => {})

/**
 * The same for a filter, which rejects unknown members: a misspelt one would be answered with everything.
 * `metadata[order]` is the member `order` of `metadata`.
 */
export const wireFilter = <Schema extends z.ZodObject>(schema: Schema, aliases: Aliases<Schema> = {}) => {
  const known = Object.keys(schema.shape).map(snakeCase).join(', ')
  return namedInput(schema, aliases, (name, context) =>
    context.addIssue({ code: 'custom', path: [name], message: `is no filter here; there are ${known}`, input: undefined }),
  )
}

type OnUnknown = (name: string, context: z.RefinementCtx) => void

function namedInput<Schema extends z.ZodObject>(schema: Schema, aliases: Aliases<Schema>, onUnknown: OnUnknown) {
  const canonical = canonicalNames(Object.keys(schema.shape), aliases)
  const hasMetadata = 'metadata' in schema.shape
  return z.preprocess((raw: z.input<Schema>, context) => {
    if (raw === undefined) return {}
    if (!isObject(raw)) return raw
    return rename(hasMetadata ? withMetadata(raw) : raw, { canonical, onUnknown, context })
  }, schema)
}

/** Gathers the members `metadata[key]` of a query into one object. */
function withMetadata(raw: object): object {
  const [inside, beside] = [new Map<string, unknown>(), new Map<string, unknown>()]
  for (const [name, value] of Object.entries(raw)) {
    const [, key] = /^metadata\[(.+)\]$/s.exec(name) ?? []
    if (key === undefined) beside.set(name, value)
    else inside.set(key, value)
  }
  return inside.size === 0 ? raw : { ...Object.fromEntries(beside), metadata: Object.fromEntries(inside) }
}

/** `businessId` → `business_id`; names that are snake_case already stay. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (char) => `_${char.toLowerCase()}`)

function canonicalNames(names: readonly string[], aliases: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const own = names.map((name) => [name, name] as const)
  return new Map(
    [...own, ...Object.entries(aliases)].flatMap(([spelling, name]) => [[spelling, name] as const, [snakeCase(spelling), name] as const]),
  )
}

interface Renaming {
  readonly canonical: ReadonlyMap<string, string>
  readonly onUnknown: OnUnknown
  readonly context: z.RefinementCtx
}

function rename(raw: object, { canonical, onUnknown, context }: Renaming): Record<string, unknown> {
  const renamed: Record<string, unknown> = Object.create(null)
  for (const [spelling, value] of Object.entries(raw)) {
    const name = canonical.get(spelling)
    if (value === null || value === undefined) continue
    if (name === undefined) {
      onUnknown(spelling, context)
      continue
    }
    if (name in renamed && JSON.stringify(renamed[name]) !== JSON.stringify(value)) {
      context.addIssue({ code: 'custom', path: [name], message: 'was sent twice with different values', input: value })
    }
    renamed[name] = value
  }
  return renamed
}

const isObject = (raw: unknown): raw is object =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw) && findInexactSource(raw) === undefined
