import { eventually } from '@gateway/testing/wait'
import { paymentWorkflowId } from '@gateway/workflows/payments/signals'
import { Client, Connection, type WorkflowHandle } from '@temporalio/client'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import type { Story } from './story.ts'

/** A client of the story's namespace. */
export async function openTemporal({ around }: Pick<Story, 'around'>): Promise<Client> {
  const connection = await Connection.connect({ address: around.temporalAddress })
  return new Client({ connection, namespace: around.temporalNamespace })
}

/** Started, with its first timer set. */
const WAITING_EVENTS = 5

/** The run of a payment, once it waits; it starts shortly after the payment is stored. */
export async function untilRunWaits(client: Client, paymentId: string): Promise<WorkflowHandle> {
  const run = client.workflow.getHandle(paymentWorkflowId(paymentId))
  await eventually(`the run of payment ${paymentId} to wait`, async () => {
    const { historyLength } = await run.describe().catch(() => ({ historyLength: 0 }))
    return historyLength >= WAITING_EVENTS
  })
  return run
}

/** Temporal has every message to the run of a payment that is stored so far: none of them can start the run again. */
export async function untilRunIsTold({ sql }: Pick<Story, 'sql'>, paymentId: string): Promise<void> {
  const waiting = 'SELECT FROM outbox WHERE workflow_id = $1'
  await eventually(`the run of payment ${paymentId} to be told`, async () => {
    return (await sql.query(waiting, [paymentWorkflowId(paymentId)])).rowCount === 0
  })
}

/** One event of a history, with the members that tests read. */
interface HistoryEvent {
  readonly eventType: string
  readonly eventTime: string
  readonly markerRecordedEventAttributes?: { readonly workflowTaskCompletedEventId: string }
  readonly activityTaskStartedEventAttributes?: {
    readonly attempt?: number
    /** The failure of the previous attempt. */
    readonly lastFailure?: { readonly timeoutFailureInfo?: object }
  }
  /** `startedEventId` is 0 when no worker had taken the task. */
  readonly workflowTaskTimedOutEventAttributes?: { readonly startedEventId?: string }
}

/** A recorded run in Temporal's export format. */
export interface RecordedRun {
  readonly events: readonly HistoryEvent[]
}

/** A run of a workflow with its whole history; the newest one when none is named. */
export async function readRun(client: Client, workflowId: string, runId?: string): Promise<RecordedRun> {
  return JSON.parse(historyToJSON(await client.workflow.getHandle(workflowId, runId).fetchHistory())) as RecordedRun
}

/** The actions of a run, as Temporal Cloud bills them: starts, signals, timers, activity attempts and groups of local activities. */
export function countActions({ events }: RecordedRun): number {
  const retries = events.reduce((sum, event) => sum + (event.activityTaskStartedEventAttributes?.attempt ?? 1) - 1, 0)
  const groups = new Set(events.flatMap((event) => event.markerRecordedEventAttributes?.workflowTaskCompletedEventId ?? []))
  return events.filter((event) => BILLED.has(event.eventType)).length + retries + groups.size
}

const BILLED = new Set(
  [
    'WORKFLOW_EXECUTION_STARTED',
    'WORKFLOW_EXECUTION_SIGNALED',
    'TIMER_STARTED',
    'ACTIVITY_TASK_SCHEDULED',
    'UPSERT_WORKFLOW_SEARCH_ATTRIBUTES',
    'WORKFLOW_EXECUTION_UPDATE_ACCEPTED',
    'START_CHILD_WORKFLOW_EXECUTION_INITIATED',
  ].map((name) => `EVENT_TYPE_${name}`),
)

/** The text of a run, with decoded payloads. */
export function readable(run: RecordedRun): string {
  const text = JSON.stringify(run)
  const payloads = [...text.matchAll(/"data":"([A-Za-z0-9+/=]+)"/g)].map(([, data = '']) => Buffer.from(data, 'base64').toString('utf8'))
  return [text, ...payloads].join('\n')
}
