import type { Log } from '@gateway/operations/kernel/context'
import type { LogFields } from '@gateway/operations/kernel/log'
import { DefaultLogger, type Logger, type LogMetadata } from '@temporalio/worker'

const LOWEST = 'WARN'

/**
 * The Temporal SDK's log lines in the gateway's log.
 * Its messages are kept, and of its metadata only known names: the rest could quote payloads, and would escape the list of fields.
 */
export const sdkLog = (log: Log): Logger =>
  new DefaultLogger(LOWEST, ({ level, message, meta }) => {
    if (level === 'ERROR') log.error(fieldsOf(meta), message)
    else log.warn(fieldsOf(meta), message)
  })

function fieldsOf({ taskQueue, workflowId, activityType: activity, attempt, error: err }: LogMetadata = {}): LogFields {
  return { taskQueue, workflowId, activity, attempt, ...(err !== undefined && { err }) }
}
