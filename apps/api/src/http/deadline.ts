import { HttpRefusal } from './errors/errors.ts'
import type { Middleware } from './exchange.ts'

/**
 * Answers 503 when the answer does not begin within `ms`; the request may still take effect.
 * Only complete requests count. The time for sending a request is limited elsewhere.
 */
export const deadline =
  (ms: number): Middleware =>
  (request, response, next) => {
    const timer = setInterval(() => {
      if (response.headersSent) clearInterval(timer)
      else if (request.complete) next(new HttpRefusal(timedOut))
    }, ms)
    response.once('close', () => clearInterval(timer))
    next()
  }

const timedOut = {
  status: 503,
  code: 'TIMED_OUT',
  message: 'The answer took too long and the request may still take effect; repeat it, with the same idempotency key if it has one',
} as const
