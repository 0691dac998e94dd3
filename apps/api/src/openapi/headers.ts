import { INTERFACE_VERSION } from '@gateway/contract/wire/version'
import type { Schema } from './schemas.ts'

const REF = '#/components/headers/'

/** The request id of every example. */
export const EXAMPLE_REQUEST_ID = 'req_5f0c1d2e3a4b5c6d7e8f9a0b'

const ofEveryAnswer = {
  'X-Request-Id': textHeader('Identifier of the request in the gateway’s log: the one you sent, or a new one.', EXAMPLE_REQUEST_ID),
  'Service-Version': textHeader('API version of the answer.', INTERFACE_VERSION),
} as const

const ofLimits = {
  RateLimit: textHeader('Remaining requests, and the seconds until the limit resets.', '"default";r=2950;t=31'),
  'RateLimit-Policy': textHeader('The limit that counts the request: name, requests and seconds.', '"default";q=3000;w=60'),
  'X-RateLimit-Limit': countHeader('Requests per minute.', 3000),
  'X-RateLimit-Remaining': countHeader('Remaining requests.', 2950),
  'X-RateLimit-Reset': countHeader('When the limit resets, in Unix seconds.', 1_790_856_031),
} as const

const ofSome = {
  'Retry-After': countHeader('Seconds to wait before the next request.', 5),
  'WWW-Authenticate': textHeader('Always `Bearer`.', 'Bearer'),
  'Idempotent-Replayed': textHeader('`true` when an earlier request with the same key got this answer; absent otherwise.', 'true'),
} as const

/** Every described header, as components of the description. */
export const headerComponents: Readonly<Record<string, Schema>> = { ...ofEveryAnswer, ...ofLimits, ...ofSome }

/** References to the headers of every answer of a limited route. */
export const limitedHeaders = referencesTo({ ...ofEveryAnswer, ...ofLimits })

/** A reference to a header of some answers. */
export const someHeader = (name: keyof typeof ofSome): Readonly<Record<string, Schema>> => referencesTo({ [name]: ofSome[name] })

function referencesTo(headers: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, { $ref: REF + name }]))
}

function textHeader(description: string, example: string): Schema {
  return { description, schema: { type: 'string' }, example }
}

function countHeader(description: string, example: number): Schema {
  return { description, schema: { type: 'integer', minimum: 0 }, example }
}
