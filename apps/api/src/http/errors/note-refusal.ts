import type { ServerContext } from '../../context.ts'
import { DATABASE_BUSY, type Refusal, refusalOf } from './errors.ts'
import type { ApiRequest } from '../route.ts'

/**
 * Records the refusal of a request. An unforeseen error is logged, because its caller gets only the request id; so is
 * one of the database, whose cause the answer does not name.
 */
export function recordRefusal(
  { log, clock }: Pick<ServerContext, 'log' | 'clock'>,
  { requestId, message }: Pick<ApiRequest, 'requestId' | 'message'>,
  error: unknown,
): Refusal {
  const refusal = refusalOf(error, clock.now())
  const told = { requestId, method: message.method, err: error }
  if (refusal.isInternal) log.error(told, 'request failed')
  if (refusal.code === DATABASE_BUSY) log.warn(told, 'the database could not serve a request')
  return refusal
}
