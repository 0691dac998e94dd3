import { isDeepStrictEqual } from 'node:util'
import { COMPONENT_REF, type Description, type ObjectSchema, type Schema } from './schemas.ts'

/** A named object. */
interface Named extends ObjectSchema {
  readonly name: string
}

/** An object has all members of a smaller one by chance. */
const LEAST_MEMBERS = 6
/** What they hold only looks like schemas. */
const values: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const'])

/**
 * The description with the members of each named object written once: an object that has all of them becomes `allOf` of the named one and its
 * own members.
 *
 * Only an open object can be added to. So a named object that others add to is open, and each reference to it alone closes it.
 */
export function byReference(whole: Description): Description {
  const bases = namedObjects(whole.components.schemas)
  const extended = new Set<string>()
  const { paths, webhooks, components } = whole
  const parts = { paths, webhooks, schemas: components.schemas }
  const referring = changed(parts, (schema) => onBase(schema, bases, extended))
  const { schemas, ...rest } = changed(referring, (schema, place) => (place === 'allOf' ? schema : closing(schema, extended)))
  const named = Object.entries(schemas).map(([name, schema]) => [name, extended.has(name) ? opened(schema) : schema] as const)
  const text = JSON.stringify([rest, schemas])
  const used = named.filter(([name]) => text.includes(`"${COMPONENT_REF}${name}"`))
  return { ...whole, ...rest, components: { ...components, schemas: Object.fromEntries(used) } }
}

/** The named objects, those with the most members first. */
function namedObjects(schemas: Description['components']['schemas']): readonly Named[] {
  const objects = Object.entries(schemas).flatMap(([name, schema]) => (isObject(schema) ? [{ ...schema, name }] : []))
  const bases = objects.filter((schema) => countOf(schema) >= LEAST_MEMBERS)
  return bases.toSorted((one, other) => countOf(other) - countOf(one))
}

const countOf = ({ properties }: ObjectSchema): number => Object.keys(properties).length

const isObject = (schema: Schema): schema is Schema & ObjectSchema =>
  schema['type'] === 'object' && 'properties' in schema && Array.isArray(schema['required'])

function onBase(schema: Schema, bases: readonly Named[], extended: Set<string>): Schema {
  if (!isObject(schema)) return schema
  const base = bases.find((one) => isPartOf(one, schema))
  if (!base) return schema
  extended.add(base.name)
  const { type, properties, required, additionalProperties, ...about } = schema
  const own = {
    type,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !(name in base.properties))),
    required: required.filter((name) => !base.required.includes(name)),
  }
  const closed = additionalProperties === false && { unevaluatedProperties: false }
  return { ...about, allOf: [{ $ref: COMPONENT_REF + base.name }, own], ...closed }
}

/** True when an object has every member of a named one, and more. */
const isPartOf = (named: Named, whole: ObjectSchema): boolean =>
  countOf(named) < countOf(whole) &&
  Object.entries(named.properties).every(
    ([name, member]) => name in whole.properties && isDeepStrictEqual(member, whole.properties[name]),
  ) &&
  named.required.every((name) => whole.required.includes(name))

function closing(schema: Schema, extended: ReadonlySet<string>): Schema {
  const { $ref } = schema
  const isAlone = typeof $ref === 'string' && extended.has($ref.slice(COMPONENT_REF.length))
  return isAlone ? { ...schema, unevaluatedProperties: false } : schema
}

const opened = ({ additionalProperties: _closed, unevaluatedProperties: _also, ...schema }: Schema): Schema => schema

/** A part of the description with every object in it changed, the outer ones first; `place` is the keyword that holds an object. */
function changed<Part>(part: Part, change: (schema: Schema, place: string) => Schema): Part {
  const visit = (value: unknown, place: string): unknown => {
    if (typeof value !== 'object' || value === null || values.has(place)) return value
    if (Array.isArray(value)) return value.map((one) => visit(one, place))
    // A JSON value that is neither a list nor a plain value has texts as keys.
    return Object.fromEntries(Object.entries(change(value as Schema, place)).map(([name, inner]) => [name, visit(inner, name)]))
  }
  // The objects keep their places.
  return visit(part, '') as Part
}
