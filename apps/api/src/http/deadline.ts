import { HttpRefusal } from './errors/errors.ts'
import type { Middleware } from './exchange.ts'

/**
 * Refuses in place of an answer that does not begin within `ms`: what was asked for may come about later.
 *
 * Only requests that are there count. How long a client may speak is limited elsewhere.
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
  message: 'The answer took too long and what was asked for may still come about; ask again, with the same idempotency key if it has one',
} as const
