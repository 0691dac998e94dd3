import { expect, test } from 'vitest'
import { describeApi, servedDescription } from '../openapi.ts'
import { appRouter } from '../router.ts'
import type { Description, ObjectSchema, Parts, Schema } from './schemas.ts'
import { sharingParts } from './shared-parts.ts'

const refused = (code: string) => ({ description: code, content: { 'application/json': { examples: { [code]: {} } } } })
const id = { name: 'id', in: 'path' }

/** The parts of operations, by operation id, in a description that shares them. */
function sharing(operations: Parts): { shared: Parts; components: Description['components'] } {
  const items = Object.entries(operations).map(([operationId, parts]) => [operationId, { get: { operationId, tags: ['shops'], ...parts } }])
  const { paths, components } = sharingParts({ paths: Object.fromEntries(items), webhooks: {}, components: { schemas: {} } })
  return { shared: Object.fromEntries(Object.entries(paths).map(([name, item]) => [name, item['get'] as Schema])), components }
}

test('an answer of several operations is written once under its status and codes, and one of a single operation stays', () => {
  const single = refused('NOT_FOUND')
  const { shared, components } = sharing({
    a: { responses: { 400: refused('INVALID'), 404: single } },
    b: { responses: { 400: refused('INVALID') } },
  })
  const reference = { $ref: '#/components/responses/400-INVALID' }
  expect([shared['a'], shared['b']]).toMatchObject([{ responses: { 400: reference, 404: single } }, { responses: { 400: reference } }])
  expect(components['responses']).toEqual({ '400-INVALID': refused('INVALID') })
})

test('different parts of one name are numbered', () => {
  const other = { ...id, description: 'Another.' }
  const parts = [id, other].flatMap((one) => [one, one]).map((one, index) => [String(index), { parameters: [one], responses: {} }])
  const { shared, components } = sharing(Object.fromEntries(parts))
  expect(components['parameters']).toEqual({ 'shops-id': id, 'shops-id-2': other })
  expect(shared['3']).toMatchObject({ parameters: [{ $ref: '#/components/parameters/shops-id-2' }] })
})

test('a body of several operations has the name of the first', () => {
  const parts = { requestBody: { required: true }, responses: {} }
  expect(sharing({ create: parts, add: parts }).components['requestBodies']).toEqual({ create: { required: true } })
})

/** A part of a description with everything that it refers to in its place, and `allOf` as one object. */
function spelledOut(part: unknown, components: Description['components']): unknown {
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map((one) => spelledOut(one, components))
  const { $ref, allOf, unevaluatedProperties, ...own } = part as Schema
  const inner = Object.entries(own).map(([key, value]) => [key, key === 'required' ? sorted(value) : spelledOut(value, components)])
  const closed = unevaluatedProperties === false && { additionalProperties: false }
  return { ...named($ref, components), ...together(allOf, components), ...Object.fromEntries(inner), ...closed }
}

function named($ref: unknown, components: Description['components']): Schema {
  const [kind = '', name = ''] = typeof $ref === 'string' ? $ref.split('/').slice(2) : []
  return (spelledOut(components[kind]?.[name], components) ?? {}) as Schema
}

function together(allOf: unknown, components: Description['components']): Schema {
  if (!Array.isArray(allOf)) return {}
  const parts = allOf.map((one) => spelledOut(one, components) as ObjectSchema)
  const required = sorted(parts.flatMap((one) => one.required))
  return { type: 'object', properties: Object.assign({}, ...parts.map(({ properties }) => properties)), required }
}

const sorted = (names: unknown): unknown =>
  Array.isArray(names) ? names.map(String).toSorted((one, other) => one.localeCompare(other)) : names

test('the served description says of every operation and event what the whole one says', () => {
  const whole = describeApi(appRouter, 'https://pay.example')
  const served = servedDescription(whole)
  const { components: _whole, ...said } = served
  const { components: _served, ...wanted } = whole
  expect(spelledOut(said, served.components)).toEqual(spelledOut(wanted, whole.components))
})

test('the served description has a third of the lines of the whole one', () => {
  const whole = describeApi(appRouter, 'https://pay.example')
  const linesOf = (value: unknown): number => JSON.stringify(value, null, 2).split('\n').length
  expect(linesOf(servedDescription(whole)) * 5).toBeLessThan(linesOf(whole) * 2)
})
