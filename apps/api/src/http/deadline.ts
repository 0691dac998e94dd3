import type { IncomingMessage } from 'node:http'
import { HttpRefusal } from './errors/errors.ts'

/**
 * An answer that begins in time, or a refusal in its place: what was asked for may come about later.
 *
 * Only requests that are there count. How long a client may speak is limited elsewhere.
 *
 * @throws {HttpRefusal} 503 after `ms`.
 */
export async function withinTime<T>(work: Promise<T>, { message, ms }: { message: IncomingMessage; ms: number }): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const look = (): void => {
    if (message.complete) reject(new HttpRefusal(timedOut))
  }
  const timer = setInterval(look, ms)
  try {
    return await Promise.race([work, late])
  } finally {
    clearInterval(timer)
  }
}

const timedOut = {
  status: 503,
  code: 'TIMED_OUT',
  message: 'The answer took too long and what was asked for may still come about; ask again, with the same idempotency key if it has one',
} as const
