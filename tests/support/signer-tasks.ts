import type { Client } from '@temporalio/client'
import { toPayloads, defaultPayloadConverter } from '@temporalio/common'
import { randomUUID } from 'node:crypto'
import { eventually } from '@gateway/testing/wait'
import { readRun, type RecordedRun } from './temporal.ts'

const SCHEDULE_ACTIVITY_TASK = 1
const POLL_MS = 60_000
const seconds = (count: number) => ({ seconds: count as never })

/**
 * Puts tasks on the signer's queue without a workflow of the gateway: an attacker with access to Temporal can start a run and act as its worker.
 *
 * @returns how many of them the signer has answered, with any outcome.
 */
export async function putSignerTasks(client: Client, inputs: readonly unknown[]): Promise<number> {
  const ended = await askSigner(client, inputs)
  return ended.filter(({ eventType }) => ENDED.test(eventType) && !eventType.endsWith('TIMED_OUT')).length
}

/** The same, for many tasks. @returns the start time of each task, in milliseconds. */
export async function flood(client: Client, inputs: readonly unknown[]): Promise<number[]> {
  const events = await askSigner(client, inputs)
  return events.filter(({ eventType }) => eventType.endsWith('ACTIVITY_TASK_STARTED')).map(({ eventTime }) => Date.parse(eventTime))
}

/** The number of signer calls of a run. */
export const signerRuns = ({ events }: RecordedRun): number =>
  events.filter(({ eventType }) => eventType.endsWith('ACTIVITY_TASK_COMPLETED') || eventType.endsWith('ACTIVITY_TASK_FAILED')).length

/** The history of the attacker's own run, once the signer has answered every task. */
async function askSigner(client: Client, inputs: readonly unknown[]): Promise<RecordedRun['events']> {
  const taskQueue = `thief-${randomUUID()}`
  const { namespace } = client.options
  const { workflowId } = await client.workflow.start('anything', { workflowId: taskQueue, taskQueue })
  const poll = () => client.workflowService.pollWorkflowTaskQueue({ namespace, taskQueue: { name: taskQueue }, identity: 'thief' })
  const { taskToken } = await client.withDeadline(Date.now() + POLL_MS, poll)
  const commands = inputs.map((input, place) => ({
    commandType: SCHEDULE_ACTIVITY_TASK,
    scheduleActivityTaskCommandAttributes: {
      activityId: String(place),
      activityType: { name: 'signForward' },
      taskQueue: { name: 'signer' },
      input: { payloads: toPayloads(defaultPayloadConverter, input) ?? [] },
      scheduleToCloseTimeout: seconds(120),
      startToCloseTimeout: seconds(20),
      retryPolicy: { maximumAttempts: 1 },
    },
  }))
  await client.workflowService.respondWorkflowTaskCompleted({ namespace, taskToken, identity: 'thief', commands })
  await eventually('the signer to have answered every task', async () => {
    const { raw } = await client.workflow.getHandle(workflowId).describe()
    return (raw.pendingActivities ?? []).length === 0
  })
  return (await readRun(client, workflowId)).events
}

const ENDED = /ACTIVITY_TASK_(?:COMPLETED|FAILED|TIMED_OUT)$/
