import type { ServerContext } from '../../context.ts'
import { type Refusal, refusalOf } from './errors.ts'
import type { ApiRequest } from '../route.ts'

/** Records the refusal of a request. An unforeseen error is logged, because its caller gets only the request id. */
export function recordRefusal(
  { log, clock }: Pick<ServerContext, 'log' | 'clock'>,
  { requestId, message }: Pick<ApiRequest, 'requestId' | 'message'>,
  error: unknown,
): Refusal {
  const refusal = refusalOf(error, clock.now())
  if (refusal.isInternal) log.error({ requestId, method: message.method, err: error }, 'request failed')
  return refusal
}
