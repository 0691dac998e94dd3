import { type Read, scalar } from './scalar.ts'

/** The JSON Schema of a key; all allowed characters count as one. */
export const idempotencyKeySchema = { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]*$' } as const

const KEY = /^[\x20-\x7e]{1,255}$/

/** The idempotency key of a request, as a member of its body. */
export const IdempotencyKey = scalar<string, string>(readIdempotencyKey, {
  description: 'The idempotency key of the request, like the header `Idempotency-Key`, which wins. It is not part of the compared body.',
  example: 'order-A-1001',
  ...idempotencyKeySchema,
})

/** Parses an idempotency key from any place. */
export function readIdempotencyKey(raw: unknown): Read<string> {
  return typeof raw === 'string' && KEY.test(raw) ? { value: raw } : { problem: 'must be 1 to 255 printable ASCII characters' }
}
