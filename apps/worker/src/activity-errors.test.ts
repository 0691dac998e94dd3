import { InvalidField } from '@gateway/domain/kernel/error'
import { WorkflowFailedError } from '@temporalio/client'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureType } from './activity-errors.ts'
import { startTestWorkers, type TestWorkers } from './test-workers.ts'

const CANARY = 'CANARY_bcrt1q_12.5_INSERT INTO payment'

class StatementFailed extends Error {}

/** An unforeseen error, then a domain error: both quote data that no history may contain. */
const troubles = [new StatementFailed(CANARY, { cause: new Error(CANARY) }), new InvalidField('amount', CANARY)]
const lines: string[] = []
let workers: TestWorkers
beforeAll(async () => {
  const activities = { drainEndpoint: () => Promise.reject(troubles.shift() ?? new Error('called too often')) }
  workers = await startTestWorkers('webhooks', [{ taskQueue: 'webhooks', activities, workflows: true }], (line) => lines.push(line))
})
afterAll(() => workers?.close())

test('an error message stays in the log; the workflow history has only its class or code, and an unforeseen error is retried', async () => {
  const workflowId = 'webhook-endpoint/canary'
  const run = workers.client.workflow.execute('webhookEndpoint', { workflowId, taskQueue: 'webhooks', args: [{ endpointId: 'canary' }] })
  await expect(run).rejects.toThrow(WorkflowFailedError)
  const history = historyToJSON(await workers.client.workflow.getHandle(workflowId).fetchHistory())
  const payloads = [...history.matchAll(/"data": *"([A-Za-z0-9+/=]+)"/g)].map(([, text = '']) => Buffer.from(text, 'base64').toString())
  const kept = [history, ...payloads].join('\n')
  expect(kept).not.toContain('CANARY')
  expect(kept).not.toContain(import.meta.dirname)
  expect(kept).toContain('StatementFailed')
  expect(kept).toContain('VALIDATION_ERROR')
  expect(troubles).toEqual([])
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { activity: 'drainEndpoint', attempt: 1, workflowId, err: { message: CANARY, cause: { message: CANARY } } },
  ])
})

test.each([
  [new InvalidField('amount', CANARY), 'VALIDATION_ERROR'],
  [Object.assign(new StatementFailed(CANARY), { name: CANARY }), 'StatementFailed'],
  [CANARY, 'string'],
])('failureType returns only the code or the class of an error: %#', (error, type) => {
  expect(failureType(error)).toBe(type)
})
