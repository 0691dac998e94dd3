import { DomainError } from '@gateway/domain/kernel/error'
import type { Log } from '@gateway/operations/kernel/context'
import type { Context } from '@temporalio/activity'
import { ApplicationFailure, CancelledFailure } from '@temporalio/common'
import type { ActivityInterceptorsFactory } from '@temporalio/worker'

const UNFORESEEN = 'The activity failed; the worker log has the error.'

/**
 * Wraps every activity of a worker: only a domain error's code or an unforeseen error's class leaves it, never the message.
 * Temporal keeps failures as long as their histories, and messages quote amounts, addresses and statements; the log has the whole error.
 * Only unavailability is retried, and so is an unforeseen error.
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

/** The public name of an error: the code of a domain error, or the class of any other. */
export function failureType(error: unknown): string {
  if (error instanceof DomainError) return error.code
  // The name of an object can be set to any text; that of its class is in the sources.
  return error instanceof Error ? error.constructor.name : typeof error
}

function asFailure(error: unknown, { log, activity }: { log: Log; activity: Context }): unknown {
  if (isCancellation(error, activity)) return error
  const failure =
    error instanceof DomainError ? refusal(error) : ApplicationFailure.create({ type: failureType(error), message: UNFORESEEN })
  if (!(error instanceof DomainError)) {
    const { activityType, attempt, workflowExecution } = activity.info
    log.error({ activity: activityType, attempt, workflowId: workflowExecution?.workflowId, err: error }, 'activity failed')
  }
  failure.stack = ''
  return failure
}

const isCancellation = (error: unknown, { cancellationSignal }: Context): boolean =>
  cancellationSignal.aborted && (error instanceof CancelledFailure || error === cancellationSignal.reason)

const refusal = ({ code, kind }: DomainError): ApplicationFailure =>
  ApplicationFailure.create({
    type: code,
    message: code,
    nonRetryable: kind !== 'unavailable',
  })
