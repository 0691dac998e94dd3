import type { Log } from '@gateway/operations/kernel/context'
import type { LogFields } from '@gateway/operations/kernel/log'
import { DefaultLogger, type Logger, type LogMetadata } from '@temporalio/worker'

const LOWEST = 'WARN'

/**
 * What the Temporal SDK has to say, as lines of our log.
 *
 * Its words are kept and of what it hangs on them only names that we know: the rest could quote payloads, and would escape the list of fields.
 */
export const sdkLog = (log: Log): Logger =>
  new DefaultLogger(LOWEST, ({ level, message, meta }) => {
    if (level === 'ERROR') log.error(fieldsOf(meta), message)
    else log.warn(fieldsOf(meta), message)
  })

function fieldsOf({ taskQueue, workflowId, activityType: activity, attempt, error: err }: LogMetadata = {}): LogFields {
  return { taskQueue, workflowId, activity, attempt, ...(err !== undefined && { err }) }
}
