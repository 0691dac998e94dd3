import { idempotencyKeySchema } from '@gateway/contract/wire/idempotency-key'
import { placesOf, type RestProcedure } from '../http/procedures/rest.ts'
import { isRepeatable } from '../http/idempotency/idempotent.ts'
import type { LimitName } from '../http/limits/limits.ts'
import { scopeOf } from '../http/procedures/scope.ts'
import type { RestMeta } from '../trpc.ts'
import { errorResponses } from './errors.ts'
import { limitedHeaders, someHeader } from './headers.ts'
import {
  alwaysTrue,
  closedObject,
  type Components,
  exampleOf,
  exampleOfMembers,
  inputMembers,
  membersOf,
  type ObjectSchema,
  outputForms,
  outputMembers,
  type Schema,
} from './schemas.ts'

/** One operation with its address. */
export interface Operation {
  readonly path: string
  readonly method: RestMeta['method']
  readonly operation: Schema
}

/** The operations of a procedure: one per address. */
export function operationsOf(procedure: RestProcedure, components: Components): Operation[] {
  const { name, type, rest, auth } = procedure
  const common = {
    tags: [rest.tag],
    summary: rest.summary,
    description: [rest.description, ...needs(procedure)].join(' '),
    security: [...securities[auth ?? 'none'], ...(procedure.opensToApps ? [{ oauth: ['payments'] }] : [])],
    'x-rate-limit': rateLimitOf(procedure),
  }
  const done = successOf(procedure, components)
  const success = { ...(rest.existing !== undefined && { 200: done }), [rest.status ?? 200]: done }
  const operationAt = (place: Placed, id: string): Schema => ({
    operationId: id,
    ...common,
    ...((type === 'query' || rest.readsOnly) && place.method !== 'get' && onlyReads),
    responses: { ...success, ...errorResponses(procedure, place) },
    ...requestAt(place, procedure, components),
  })
  const operationId = name.replaceAll('.', '_')
  const others = (rest.also ?? []).map((place, index) => ({ ...place, operation: operationAt(place, `${operationId}_${index + 2}`) }))
  return [{ path: rest.path, method: rest.method, operation: operationAt(rest, operationId) }, ...others]
}

/** Marks a safe operation whose method does not (RFC 9110 §9.2.1): a client may repeat it without an idempotency key. */
const onlyReads = { 'x-safe': true } as const

/** The scope a key needs. */
const needs = (procedure: RestProcedure): string[] =>
  procedure.auth === 'key' || procedure.auth === 'optional'
    ? [`Keys need the scope \`${scopeOf(procedure)}\`${procedure.opensToApps ? ', and apps the scope `payments`' : ''}.`]
    : []

const securities = {
  none: [],
  optional: [{}, { bearer: [] }, { apiKey: [] }],
  token: [{}, { bearer: [] }, { apiKey: [] }],
  merchant: [{ bearer: [] }],
  key: [{ bearer: [] }, { apiKey: [] }],
} as const

/** The limit that counts the requests of an operation; without a credential the address is counted. */
const rateLimitOf = ({ rest, auth }: Pick<RestProcedure, 'rest' | 'auth'>): LimitName =>
  rest.limit ?? (auth === undefined ? 'anonymous' : 'default')

type Shape = Pick<RestProcedure, 'rest' | 'type'>
type Placed = Pick<RestMeta, 'method' | 'path'>

/** The request at one address of a procedure; a path parameter of another address is omitted here. */
function requestAt(at: Placed, { rest, type, input }: RestProcedure, components: Components): Schema {
  if (!input) return {}
  const isIn = (name: string) => (place: Placed) => place.path.includes(`{${name}}`)
  const members = inputMembers(input, components)
  const [inPath] = partition(members, (name) => isIn(name)(at))
  const [, others] = partition(members, (name) => placesOf(rest).some(isIn(name)))
  const place = at.method === 'get' ? 'query' : 'body'
  const parameters = [
    ...parametersOf(inPath, 'path'),
    ...(place === 'query' ? parametersOf(others, 'query') : []),
    ...(isRepeatable({ rest, type }) ? [idempotencyKey] : []),
    ...(rest.takesEscrowToken ? [escrowToken] : []),
  ]
  return {
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(place === 'body' && rest.method !== 'delete' ? { requestBody: bodyOf(others, { rest, components }) } : {}),
  }
}

const escrowToken: Schema = {
  name: 'X-Escrow-Token',
  in: 'header',
  required: false,
  description: 'A token of either party, which makes the answer whole.',
  example: `esc_${'3f'.repeat(32)}`,
  schema: { type: 'string', maxLength: 200 },
}

const idempotencyKey: Schema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A request that is repeated with the same key within 24 hours is executed once and gets the same answer.',
  example: 'order-A-1001',
  schema: idempotencyKeySchema,
}

function bodyOf(members: ObjectSchema, { rest, components }: { rest: RestMeta; components: Components }): Schema {
  const schema = { type: 'object', ...members, description: 'Every member is also accepted in camelCase; null means absent.' }
  const example = rest.example ?? exampleOfMembers(members.properties, components)
  const whole = { schema, example }
  const content = rest.takesFiles
    ? { 'application/json': { schema: withoutFiles(members, schema), example }, 'multipart/form-data': whole }
    : { 'application/json': whole }
  return { required: members.required.length > 0, content }
}

/** JSON has no files. */
function withoutFiles(members: ObjectSchema, schema: Schema): Schema {
  const [, others] = partition(members, (name) => members.properties[name]?.['format'] === 'binary')
  return { ...schema, ...others }
}

function parametersOf({ properties, required }: ObjectSchema, place: 'path' | 'query'): Schema[] {
  return Object.entries(properties).map(([name, { description, example, ...schema }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    description,
    example,
    schema,
  }))
}

/** The success answer, in each of its forms. */
function successOf({ rest, type, output }: RestProcedure, components: Components): Schema {
  if (!output) throw new Error(`${rest.path} has no output schema`)
  const done = (json: Schema): Schema => ({
    description: 'Done.',
    headers: headersOf({ rest, type }),
    content: { 'application/json': json },
  })
  if (rest.bare !== undefined) {
    const schema = outputMembers(output, components).properties[rest.bare] ?? {}
    return done({ schema, example: exampleOf(schema, components) })
  }
  const forms = outputForms(output, components).map((form) => ({ title: form.title, ...enveloped(form, { rest, type, components }) }))
  const [only, ...others] = forms
  if (only && others.length === 0) return done({ schema: only.schema, example: only.example })
  const examples = Object.fromEntries(forms.map(({ title, example }) => [title, { value: example }]))
  // Generators of clients name a class by a title, and would make the same one for each of two statuses.
  const isNamed = rest.existing === undefined
  return done({ schema: { oneOf: forms.map(({ title, schema }) => ({ ...(isNamed && { title }), ...schema })) }, examples })
}

/** Adds the success flag, the flat copy of the resource, and pagination for lists. The example is no replay. */
function enveloped(answer: ObjectSchema, { rest, type, components }: Shape & { components: Components }) {
  const resource = rest.flat === undefined ? undefined : answer.properties[rest.flat]
  const flat = resource === undefined ? { properties: {}, required: [] } : membersOf(resource, components)
  const page = rest.list === true ? { pagination } : {}
  const first = { success: { const: true }, ...flat.properties, ...answer.properties, ...page }
  const properties = { ...first, ...(isRepeatable({ rest, type }) && { idempotent_replay: replayed }) }
  const required = [...new Set(['success', ...flat.required, ...answer.required, ...Object.keys(page)])]
  const example = { ...exampleOfMembers(first, components), ...rest.shown }
  return { schema: closedObject({ properties, required }), example }
}

const headersOf = (shape: Shape): Schema => ({ ...limitedHeaders, ...(isRepeatable(shape) && someHeader('Idempotent-Replayed')) })

const replayed: Schema = {
  ...alwaysTrue,
  description: 'It is present only when an earlier request with the same key got this answer.',
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
