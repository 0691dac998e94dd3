import { randomUUID } from 'node:crypto'
import { eventually } from '@gateway/testing/wait'
import { startTestWorkers, type TestWorkers } from '@gateway/worker/test-workers'
import { queues } from '@gateway/workflows/queues'
import type { SeriesActivities } from '@gateway/workflows/series/activities'
import { type SeriesChanged, seriesChanged, seriesWorkflowId } from '@gateway/workflows/series/signals'
import { WorkflowContinuedAsNewError, type WorkflowHandle } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepRun } from '../support/recording.ts'
import { countActions, type RecordedRun, readRun } from '../support/temporal.ts'

const MOST_ACTIONS = 4
const SOON_MS = 200
const LATER_MS = 3_600_000

let workers: TestWorkers
/** What the rows of the series answer, in the order in which they are asked. */
const answers = new Map<string, (() => SeriesChanged)[]>()
beforeAll(async () => {
  const openPeriod: SeriesActivities['openPeriod'] = async ({ seriesId }) => {
    const answer = answers.get(seriesId)?.shift()
    if (!answer) throw new Error(`series ${seriesId} was not to be asked`)
    return answer()
  }
  workers = await startTestWorkers('payments', [
    { taskQueue: queues.payments, activities: {}, workflows: true },
    { taskQueue: queues.series, activities: { openPeriod } },
  ])
})
afterAll(() => workers?.close())

const at = (ms: number): string => new Date(Date.now() + ms).toISOString()
const active = (sequence: number, dueAt: string | null): SeriesChanged => ({ sequence, state: 'active', dueAt })

/** The first run of a series. */
type FirstRun = WorkflowHandle & { readonly runId: string }

/** Starts a series by its row; the answers are those of its next rows. */
async function start(known: SeriesChanged, ...rows: (() => SeriesChanged)[]): Promise<FirstRun> {
  const seriesId = randomUUID()
  answers.set(seriesId, rows)
  const options = { workflowId: seriesWorkflowId(seriesId), taskQueue: queues.payments, args: [{ seriesId, known }] }
  const { firstExecutionRunId: runId } = await workers.client.workflow.start('series', options)
  return Object.assign(workers.client.workflow.getHandle(options.workflowId, runId, { followRuns: false }), { runId })
}

/** The whole run, once the next one goes on. */
async function continued(run: FirstRun): Promise<RecordedRun> {
  await expect(run.result()).rejects.toThrow(WorkflowContinuedAsNewError)
  return readRun(workers.client, run.workflowId, run.runId)
}

const has = async (run: WorkflowHandle, type: string): Promise<boolean> =>
  (await readRun(workers.client, run.workflowId)).events.some(({ eventType }) => eventType === `EVENT_TYPE_${type}`)

const shown = async ({ workflowId }: WorkflowHandle): Promise<unknown> => {
  const newest = workers.client.workflow.getHandle(workflowId)
  return (await newest.query<{ currentDetails: string }>('__temporal_workflow_metadata')).currentDetails
}

test('a period costs three actions, and the slot after it is a run of its own that operators see with its timer', async () => {
  const next = at(LATER_MS)
  const run = await start(active(1, at(SOON_MS)), () => active(2, next))
  const period = await continued(run)
  expect(countActions(period)).toBe(3)
  keepRun('series-period', period)
  await eventually('the timer of the next slot', () => has(run, 'TIMER_STARTED'))
  expect(await shown(run)).toBe(`**active**: the next escrow is due ${next}`)
})

test.each<[string, string, (due: SeriesChanged) => SeriesChanged]>([
  ['finds no rate', 'series-without-rate', (due) => due],
  [
    'is lost with its process',
    'series-asked-again',
    () => {
      throw new Error('the process died')
    },
  ],
])('a period costs at most four actions when its escrow %s and opens later', async (_, name, first) => {
  const due = active(1, at(SOON_MS))
  const isAskedAgain = name === 'series-asked-again'
  const opened = active(2, at(LATER_MS))
  const run = await start(due, () => first(due), ...(isAskedAgain ? [() => opened] : []))
  await eventually('the escrow to be asked for', () => has(run, 'ACTIVITY_TASK_SCHEDULED'))
  if (!isAskedAgain) {
    await eventually('the answer', () => has(run, 'ACTIVITY_TASK_COMPLETED'))
    await run.signal(seriesChanged, opened)
  }
  const period = await continued(run)
  expect(countActions(period)).toBe(MOST_ACTIONS)
  keepRun(name, period)
})

test('a paused series has no timer, a resumed one has one again, and a cancelled one ends', async () => {
  const run = await start(active(1, at(LATER_MS)))
  const newest = workers.client.workflow.getHandle(run.workflowId)
  await newest.signal(seriesChanged, { sequence: 2, state: 'paused', dueAt: null })
  keepRun('series-paused', await continued(run))
  await eventually('the next run', () => has(run, 'WORKFLOW_TASK_COMPLETED'))
  expect(await shown(run)).toBe('**paused**: waiting until it is resumed')
  expect(await has(run, 'TIMER_STARTED')).toBe(false)
  await newest.signal(seriesChanged, active(3, at(LATER_MS)))
  await eventually('a timer', () => has(run, 'TIMER_STARTED'))
  await newest.signal(seriesChanged, { sequence: 4, state: 'cancelled', dueAt: null })
  expect(await newest.result()).toBe('cancelled')
  keepRun('series-cancelled', await readRun(workers.client, run.workflowId))
})

test('a signal that comes before the first run begins is heard', async () => {
  const seriesId = randomUUID()
  const options = {
    workflowId: seriesWorkflowId(seriesId),
    taskQueue: queues.payments,
    args: [{ seriesId, known: active(1, at(LATER_MS)) }],
  }
  const signal = { signal: seriesChanged, signalArgs: [{ sequence: 2, state: 'cancelled', dueAt: null }] as [SeriesChanged] }
  const run = await workers.client.workflow.signalWithStart('series', { ...options, ...signal })
  expect(await run.result()).toBe('cancelled')
})

test('a new amount keeps the timer, and late and repeated signals change nothing', async () => {
  const dueAt = at(LATER_MS)
  const run = await start(active(3, dueAt))
  const signals = [active(4, dueAt), active(4, dueAt), { sequence: 2, state: 'paused', dueAt: null } as const]
  for (const signal of signals) await run.signal(seriesChanged, signal)
  await eventually('the signals to be heard', async () => (await run.describe()).historyLength > signals.length)
  await shown(run)
  const { events } = await readRun(workers.client, run.workflowId)
  expect(events.filter(({ eventType }) => eventType === 'EVENT_TYPE_TIMER_STARTED')).toHaveLength(1)
  expect(await shown(run)).toBe(`**active**: the next escrow is due ${dueAt}`)
})
