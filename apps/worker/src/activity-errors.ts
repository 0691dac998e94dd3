import { DomainError } from '@gateway/domain/kernel/error'
import type { Log } from '@gateway/operations/kernel/context'
import type { Context } from '@temporalio/activity'
import { ApplicationFailure, CancelledFailure } from '@temporalio/common'
import type { ActivityInterceptorsFactory } from '@temporalio/worker'

const LONGEST_HELD_S = 30

/**
 * When a held payout is asked for again, in seconds after the given attempt: soon at first, because most holds last moments, then every half minute.
 * It never waits longer than it was held, so nothing is kept back for more than twice the time of its cause.
 */
export const heldRetrySeconds = (attempt: number): number => Math.min(LONGEST_HELD_S, 2 ** Math.min(attempt, 10))
const UNFORESEEN = 'The work failed; the log of the worker says why.'

/**
 * Stands around every activity of a worker: what leaves it is a refusal's code or an unforeseen error's class, never what it says.
 *
 * Temporal keeps failures for as long as histories live, and messages quote amounts, addresses and statements; the log has the whole error.
 * Only what is unavailable is worth another try, a held payout as `heldRetrySeconds` says; an unforeseen error is tried again too.
 */
export const withoutMessages =
  (log: Log): ActivityInterceptorsFactory =>
  (activity) => ({
    inbound: {
      execute: async (input, next) => {
        try {
          return await next(input)
        } catch (error) {
          throw asFailure(error, { log, activity })
        }
      },
    },
  })

/** What may be told about an error outside the log: the code of a refusal, or the class of anything else. */
export function failureType(error: unknown): string {
  if (error instanceof DomainError) return error.code
  // The name of an object can be set to anything; that of its class is in the sources.
  return error instanceof Error ? error.constructor.name : typeof error
}

function asFailure(error: unknown, { log, activity }: { log: Log; activity: Context }): unknown {
  if (isCancellation(error, activity)) return error
  const failure =
    error instanceof DomainError
      ? refusal(error, activity.info.attempt)
      : ApplicationFailure.create({ type: failureType(error), message: UNFORESEEN })
  if (!(error instanceof DomainError)) {
    const { activityType, attempt, workflowExecution } = activity.info
    log.error({ activity: activityType, attempt, workflowId: workflowExecution?.workflowId, err: error }, 'an activity failed')
  }
  failure.stack = ''
  return failure
}

const isCancellation = (error: unknown, { cancellationSignal }: Context): boolean =>
  cancellationSignal.aborted && (error instanceof CancelledFailure || error === cancellationSignal.reason)

const refusal = ({ code, kind }: DomainError, attempt: number): ApplicationFailure =>
  ApplicationFailure.create({
    type: code,
    message: code,
    nonRetryable: kind !== 'unavailable',
    ...(code === 'FORWARD_HELD' && { nextRetryDelay: `${heldRetrySeconds(attempt)} seconds` }),
  })
