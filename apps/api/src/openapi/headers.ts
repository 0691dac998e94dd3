import { INTERFACE_VERSION } from '@gateway/contract/wire/version'
import type { Schema } from './schemas.ts'

const REF = '#/components/headers/'

/** The request id of every example. */
export const EXAMPLE_REQUEST_ID = 'req_5f0c1d2e3a4b5c6d7e8f9a0b'

const ofEveryAnswer = {
  'X-Request-Id': textHeader(
    'Names the request in our records: what was sent under this name, or one that was made up.',
    EXAMPLE_REQUEST_ID,
  ),
  'Service-Version': textHeader('Version of the interface that answered.', INTERFACE_VERSION),
} as const

const ofLimits = {
  RateLimit: textHeader('Requests that are left, and the seconds until it is full again.', '"default";r=2950;t=31'),
  'RateLimit-Policy': textHeader('The limit that counts the request: its name, requests and seconds.', '"default";q=3000;w=60'),
  'X-RateLimit-Limit': countHeader('Requests in a minute.', 3000),
  'X-RateLimit-Remaining': countHeader('Requests that are left.', 2950),
  'X-RateLimit-Reset': countHeader('When all are there again, in Unix seconds.', 1_790_856_031),
} as const

const ofSome = {
  'Retry-After': countHeader('Seconds to wait before asking again.', 5),
  'WWW-Authenticate': textHeader('Always `Bearer`.', 'Bearer'),
  'Idempotent-Replayed': textHeader('`true` when the answer was given before to a request with the same key; absent otherwise.', 'true'),
} as const

/** Every header that answers are described with, as components of the description. */
export const headerComponents: Readonly<Record<string, Schema>> = { ...ofEveryAnswer, ...ofLimits, ...ofSome }

/** References to what every answer of a limited route says: about itself and about its limit. */
export const limitedHeaders = referencesTo({ ...ofEveryAnswer, ...ofLimits })

/** A reference to a header that some answers have. */
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
