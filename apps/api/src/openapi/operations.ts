import type { RestProcedure } from '../http/rest.ts'
import type { RestMeta } from '../trpc.ts'
import { errorResponses } from './errors.ts'
import {
  closedObject,
  type Components,
  exampleOfMembers,
  inputMembers,
  membersOf,
  type ObjectSchema,
  outputMembers,
  type Schema,
} from './schemas.ts'

/** One operation and where it stands. */
export interface Operation {
  readonly path: string
  readonly method: RestMeta['method']
  readonly operation: Schema
}

/** The operations of a procedure: one for its own address, one for each further one. */
export function operationsOf(procedure: RestProcedure, components: Components): Operation[] {
  const { name, rest, auth } = procedure
  const common = {
    tags: [rest.tag],
    summary: rest.summary,
    description: rest.description,
    security: securities[auth ?? 'none'],
    ...requestOf(procedure, components),
    responses: { [rest.status ?? 200]: successOf(procedure, components), ...errorResponses(procedure) },
  }
  const operationId = name.replaceAll('.', '_')
  const others = (rest.also ?? []).map((place, index) => ({
    ...place,
    operation: { operationId: `${operationId}_${index + 2}`, ...common },
  }))
  return [{ path: rest.path, method: rest.method, operation: { operationId, ...common } }, ...others]
}

const securities = { none: [], merchant: [{ bearer: [] }], key: [{ bearer: [] }, { apiKey: [] }] } as const

function requestOf({ rest, input }: RestProcedure, components: Components): Schema {
  if (!input) return {}
  const members = inputMembers(input, components)
  const [inPath, others] = partition(members, (name) => rest.path.includes(`{${name}}`))
  const place = rest.method === 'get' ? 'query' : 'body'
  const parameters = [...parametersOf(inPath, 'path'), ...(place === 'query' ? parametersOf(others, 'query') : [])]
  return {
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(place === 'body' ? { requestBody: bodyOf(others, { rest, components }) } : {}),
  }
}

function bodyOf(members: ObjectSchema, { rest, components }: { rest: RestMeta; components: Components }): Schema {
  const schema = { type: 'object', ...members, description: 'Every member may also be spelled in camelCase; null means absent.' }
  const example = rest.example ?? exampleOfMembers(members.properties, components)
  return { required: members.required.length > 0, content: { 'application/json': { schema, example } } }
}

function parametersOf({ properties, required }: ObjectSchema, place: 'path' | 'query'): Schema[] {
  return Object.entries(properties).map(([name, { description, example, ...schema }]) => ({
    name,
    in: place,
    required: required.includes(name),
    description,
    example,
    schema,
  }))
}

/** The answer as it is sent: with the success flag, the flat copy of the resource, and pagination for lists. */
function successOf({ rest, output }: RestProcedure, components: Components): Schema {
  if (!output) throw new Error(`${rest.path} has no output schema`)
  const answer = outputMembers(output, components)
  const flat = rest.flat === undefined ? { properties: {}, required: [] } : membersOf(answer.properties[rest.flat] ?? {}, components)
  const page = rest.list === true ? { pagination } : {}
  const properties = { success: { const: true }, ...flat.properties, ...answer.properties, ...page }
  const required = [...new Set(['success', ...flat.required, ...answer.required, ...Object.keys(page)])]
  const schema = closedObject({ properties, required })
  return { description: 'Done.', content: { 'application/json': { schema, example: exampleOfMembers(properties, components) } } }
}

const pagination: Schema = {
  ...closedObject({
    properties: { limit: { type: 'integer' }, offset: { type: 'integer' }, total: { type: 'integer' }, has_more: { type: 'boolean' } },
    required: ['limit', 'offset', 'total', 'has_more'],
  }),
  example: { limit: 50, offset: 0, total: 1, has_more: false },
}

function partition({ properties, required }: ObjectSchema, isFirst: (name: string) => boolean): readonly [ObjectSchema, ObjectSchema] {
  const pick = (wanted: boolean): ObjectSchema => ({
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isFirst(name) === wanted)),
    required: required.filter((name) => isFirst(name) === wanted),
  })
  return [pick(true), pick(false)]
}
