import type { Schema } from './schemas.ts'

const REF = '#/components/headers/'

/** What every answer of a limited operation says about its limit, as components of the description. */
export const headerComponents: Readonly<Record<string, Schema>> = {
  RateLimit: textHeader('Requests that are left, and the seconds until it is full again.', '"default";r=2950;t=31'),
  'RateLimit-Policy': textHeader('The limit that counts the request: its name, requests and seconds.', '"default";q=3000;w=60'),
  'X-RateLimit-Limit': countHeader('Requests in a minute.', 3000),
  'X-RateLimit-Remaining': countHeader('Requests that are left.', 2950),
  'X-RateLimit-Reset': countHeader('When all are there again, in Unix seconds.', 1_790_856_031),
}

/** References to all of them, for an answer. */
export const limitHeaders: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.keys(headerComponents).map((name) => [name, { $ref: REF + name }]),
)

function textHeader(description: string, example: string): Schema {
  return { description, schema: { type: 'string' }, example }
}

function countHeader(description: string, example: number): Schema {
  return { description, schema: { type: 'integer', minimum: 0 }, example }
}
