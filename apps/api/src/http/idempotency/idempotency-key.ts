import { readIdempotencyKey } from '@gateway/contract/wire/idempotency-key'
import type { IncomingMessage } from 'node:http'
import { HttpRefusal } from '../errors/errors.ts'

/** The key in a request's header. @throws {HttpRefusal} 400 when it is malformed. */
export function idempotencyKeyOf(message: IncomingMessage): string | undefined {
  const sent = message.headersDistinct['idempotency-key']
  if (!sent) return undefined
  const read = readIdempotencyKey(sent.length === 1 ? sent[0] : undefined)
  if ('value' in read) return read.value
  throw refusedKey(read.problem)
}

function refusedKey(message: string): HttpRefusal {
  const problem = { field: 'idempotency_key', message }
  return new HttpRefusal({ status: 400, code: 'VALIDATION_ERROR', message: `${problem.field} ${message}`, details: [problem] })
}
