import { API_VERSION } from '../state/world.ts'
import { ApiError } from '../wire/api-error.ts'
import { type Answer, jsonAnswer } from './answer.ts'
import type { LoggedRequest } from './request-log.ts'

/** The answer of a refusal. */
export const answerOf = (error: ApiError, logged: LoggedRequest): Answer => jsonAnswer(error.status, error.body, headersOf(logged))

/** Headers of every answer of the API. */
export const headersOf = ({ id, idempotencyKey }: LoggedRequest) => ({
  'Request-Id': id,
  'Stripe-Version': API_VERSION,
  ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
})

/** A defect of the double is an error of the processor for its client. */
export const failed = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError(500, `The double failed: ${String(error)}`, { type: 'api_error' })
