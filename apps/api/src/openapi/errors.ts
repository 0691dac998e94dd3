import { type ErrorCode, errorCodes } from '../http/errors/error-codes.ts'
import { inFlightCodes } from '../http/errors/errors.ts'
import { isRepeatable } from '../http/idempotency/idempotent.ts'
import type { RestProcedure } from '../http/procedures/rest.ts'
import type { RestMeta } from '../trpc.ts'
import { EXAMPLE_REQUEST_ID, limitedHeaders, someHeader } from './headers.ts'
import { alwaysTrue, COMPONENT_REF, type Schema } from './schemas.ts'

/** Name of the schema of every error answer. */
export const ERROR_SCHEMA = 'ErrorBody'

/** The body of every error answer. */
export const errorSchema: Schema = {
  type: 'object',
  description: 'The error of a rejected request.',
  required: ['success', 'error', 'code', 'request_id'],
  properties: {
    success: { const: false },
    error: {
      type: 'string',
      description: 'The problem as a sentence, which may be reworded at any time.',
      example: errorCodes.NOT_FOUND.meaning,
    },
    code: {
      type: 'string',
      description: 'The problem as a code, for programs.',
      enum: Object.keys(errorCodes),
      example: 'NOT_FOUND',
    },
    details: {
      description: 'A list of the rejected members, or an object of facts to act on.',
      anyOf: [
        {
          type: 'array',
          items: { type: 'object', required: ['field', 'message'], properties: { field: { type: 'string' }, message: { type: 'string' } } },
        },
        { type: 'object' },
      ],
    },
    usage: {
      type: 'object',
      description: 'The numbers of the limit that was met; with status 429 only.',
      required: ['current', 'limit', 'remaining'],
      properties: { current: { type: 'integer' }, limit: { type: 'integer' }, remaining: { type: 'integer' } },
    },
    request_id: { type: 'string', description: 'The request has this id in the gateway’s log.', example: EXAMPLE_REQUEST_ID },
    idempotent_replay: {
      ...alwaysTrue,
      description: 'It is present only when an earlier request with the same key got this error.',
    },
  },
}

const authCodes = {
  key: ['UNAUTHENTICATED', 'INVALID_API_KEY', 'INVALID_TOKEN', 'INSUFFICIENT_SCOPE'],
  merchant: ['UNAUTHENTICATED', 'INVALID_API_KEY', 'INVALID_TOKEN', 'INSUFFICIENT_SCOPE'],
  optional: ['INVALID_API_KEY', 'INVALID_TOKEN', 'INSUFFICIENT_SCOPE'],
  token: ['INVALID_API_KEY', 'INVALID_TOKEN'],
} as const satisfies Record<string, readonly ErrorCode[]>

const repeatCodes = ['IDEMPOTENCY_IN_FLIGHT', 'IDEMPOTENCY_MISMATCH'] as const satisfies readonly ErrorCode[]

const bodyCodes = ['INVALID_JSON', 'REQUEST_TIMEOUT', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const satisfies readonly ErrorCode[]

/** Refusals of a business named in a body or a query; a business in the path is found or not. */
const namingCodes: ReadonlySet<ErrorCode> = new Set(['FORBIDDEN', 'BUSINESS_REQUIRED'])

/** True when a path names something that exists or not. A DID is neither found nor missing: every one has an answer. */
const namesObject = (path: string): boolean => path.replace('{did}', '').includes('{')

/** Every error answer of an operation at one of its addresses: those of its shape and its own. */
export function errorResponses(
  { rest, type, auth, input }: Pick<RestProcedure, 'rest' | 'type' | 'auth' | 'input'>,
  { path }: Pick<RestMeta, 'path'>,
): Readonly<Record<string, Schema>> {
  const own = (rest.errors ?? []).filter((code) => !(path.startsWith('/api/businesses/{') && namingCodes.has(code)))
  const codes: ErrorCode[] = [
    ...(auth ? authCodes[auth] : []),
    ...(rest.method === 'get' ? [] : bodyCodes),
    ...(input ? (['VALIDATION_ERROR'] as const) : []),
    ...(isRepeatable({ rest, type }) ? repeatCodes : []),
    ...(namesObject(path) ? (['NOT_FOUND'] as const) : []),
    ...own,
    'RATE_LIMITED',
    'INTERNAL',
    'DATABASE_BUSY',
    'TIMED_OUT',
  ]
  return responsesOf(codes)
}

/** Error answers of a limited route by status, each with the meaning of its codes; too long an address or header is refused on every route. */
export function responsesOf(codes: readonly ErrorCode[]): Readonly<Record<string, Schema>> {
  const byStatus = Map.groupBy(new Set<ErrorCode>([...codes, 'HEADERS_TOO_LARGE']), (code) => errorCodes[code].status)
  const isRepeated = codes.includes('IDEMPOTENCY_IN_FLIGHT')
  const inOrder = [...byStatus].toSorted(([a], [b]) => a - b)
  return Object.fromEntries(inOrder.map(([status, group]) => [String(status), responseOf(status, { codes: group, isRepeated })]))
}

interface Group {
  readonly codes: readonly ErrorCode[]
  /** True for an operation that accepts an idempotency key. */
  readonly isRepeated: boolean
}

function responseOf(status: number, { codes, isRepeated }: Group): Schema {
  const examples = codes.map((code) => [code, { value: exampleOf(code, status) }] as const)
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCodes[code].meaning}`).join(' '),
    headers: { ...limitedHeaders, ...headersOf(status, { codes, isRepeated }) },
    content: { 'application/json': { schema: { $ref: COMPONENT_REF + ERROR_SCHEMA }, examples: Object.fromEntries(examples) } },
  }
}

function exampleOf(code: ErrorCode, status: number): Schema {
  const usage = status === 429 ? { usage: { current: 100, limit: 100, remaining: 0 } } : {}
  return { success: false, error: errorCodes[code].meaning, code, ...usage, request_id: EXAMPLE_REQUEST_ID }
}

/** A refusal after an effect is stored and replayed; it always concerns a temporarily missing part. */
const headersOf = (status: number, { codes, isRepeated }: Group): Schema => ({
  ...(status === 401 && someHeader('WWW-Authenticate')),
  ...((status === 429 || status === 503 || codes.some((code) => inFlightCodes.has(code))) && someHeader('Retry-After')),
  ...(status === 503 && isRepeated && someHeader('Idempotent-Replayed')),
})
