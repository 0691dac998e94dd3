import { DomainError } from '@gateway/domain/kernel/error'
import { ApplicationFailure } from '@temporalio/common'

const HELD_RETRY = '30 seconds'

/** Work that may be asked of an operation. */
type Work<In extends unknown[], Out> = (...input: In) => Promise<Out>

/**
 * Tells Temporal how to take an operation's refusal: only what is unavailable is worth another try, a held payout every half minute.
 *
 * Messages of foreign errors stay in the log; they could quote what histories must not hold.
 */
export function classified<In extends unknown[], Out>(work: Work<In, Out>): Work<In, Out> {
  return async (...input) => {
    try {
      return await work(...input)
    } catch (error) {
      throw asFailure(error)
    }
  }
}

function asFailure(error: unknown): unknown {
  if (!(error instanceof DomainError)) return error
  return ApplicationFailure.create({
    type: error.code,
    message: error.message,
    nonRetryable: error.kind !== 'unavailable',
    ...(error.code === 'FORWARD_HELD' && { nextRetryDelay: HELD_RETRY }),
  })
}
