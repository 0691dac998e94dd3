import { snakeCase } from '@gateway/contract/wire/names'
import { z } from 'zod'

/** A JSON Schema as zod writes it, or one of its keywords' objects. */
export type Schema = { readonly [keyword: string]: unknown }

/** An object schema with its members at hand. */
export interface ObjectSchema {
  readonly properties: Readonly<Record<string, Schema>>
  readonly required: readonly string[]
}

/** Named schemas, collected while operations are described. */
export type Components = Map<string, Schema>

const LOCAL_REF = '#/$defs/'
/** Where a named schema stands in the document. */
export const COMPONENT_REF = '#/components/schemas/'

/** The members a caller may send, under the spelling the API description prefers: snake_case. */
export function inputMembers(schema: z.ZodType, components: Components): ObjectSchema {
  const { properties, required } = membersOf(jsonSchemaOf(schema, 'input', components), components)
  const renamed = Object.entries(properties).map(([name, member]) => [snakeCase(name), member] as const)
  return { properties: Object.fromEntries(renamed), required: required.map(snakeCase) }
}

/** The forms that an answer has, each with its members, by their titles: one without a title where nothing else may be answered. */
export function outputForms(schema: z.ZodType, components: Components): readonly (ObjectSchema & { readonly title: string })[] {
  const root = jsonSchemaOf(schema, 'output', components)
  const forms = Array.isArray(root['anyOf']) ? (root['anyOf'] as readonly Schema[]) : [root] // Schemas, as zod writes them.
  return forms.map((form) => ({ ...membersOf(form, components), title: typeof form['title'] === 'string' ? form['title'] : '' }))
}

/** The members an answer has. */
export const outputMembers = (schema: z.ZodType, components: Components): ObjectSchema =>
  membersOf(jsonSchemaOf(schema, 'output', components), components)

/** The members of an object schema, also when it is only a reference. @throws {Error} when it is no object. */
export function membersOf(schema: Schema, components: Components): ObjectSchema {
  const { type, properties, required } = deref(schema, components)
  if (type !== 'object') throw new Error('only objects have members')
  // Written by zod just now: an object schema has these two in these shapes or not at all.
  return { properties: (properties ?? {}) as ObjectSchema['properties'], required: (required ?? []) as readonly string[] }
}

/** An object that has these members and no others. */
export const closedObject = ({ properties, required }: ObjectSchema): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

/** A value that fits a schema, made of the examples of its parts. */
export function exampleOf(schema: Schema, components: Components): unknown {
  const known = deref(schema, components)
  if ('example' in known) return known['example']
  if ('const' in known) return known['const']
  if (Array.isArray(known['enum'])) return known['enum'][0]
  if (Array.isArray(known['anyOf'])) return exampleOf(known['anyOf'][0], components)
  if (known['type'] === 'array') return [exampleOf(known['items'] as Schema, components)]
  if (known['type'] === 'object') return exampleOfMembers(membersOf(known, components).properties, components)
  return known['type'] === 'null' ? null : undefined
}

/** An object of the examples of some members. */
export const exampleOfMembers = (properties: ObjectSchema['properties'], components: Components): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, exampleOf(member, components)]))

function deref(schema: Schema, components: Components): Schema {
  const ref = schema['$ref']
  if (typeof ref !== 'string') return schema
  const target = components.get(ref.slice(COMPONENT_REF.length))
  if (!target) throw new Error(`there is no schema ${ref}`)
  return { ...target, ...schema }
}

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output', components: Components): Schema {
  const { $schema: _dialect, $defs, ...root } = rebased(z.toJSONSchema(schema, { io, unrepresentable: 'any', override: shorten })) as Schema
  for (const [name, definition] of Object.entries(($defs ?? {}) as Record<string, Schema>)) components.set(name, withoutId(definition))
  return withoutId(root)
}

const withoutId = ({ id: _id, ...schema }: Schema): Schema => schema

/** zod states the bounds of every integer; they say nothing that `integer` does not. */
function shorten({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum']
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum']
}

function rebased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rebased)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === '$ref' && typeof part === 'string' ? part.replace(LOCAL_REF, COMPONENT_REF) : rebased(part),
    ]),
  )
}
