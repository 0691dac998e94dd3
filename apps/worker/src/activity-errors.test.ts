import { InvalidField } from '@gateway/domain/kernel/error'
import { WorkflowFailedError } from '@temporalio/client'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureType, heldRetrySeconds } from './activity-errors.ts'
import { startTestWorkers, type TestWorkers } from './test-workers.ts'

const CANARY = 'CANARY_bcrt1q_12.5_INSERT INTO payment'

class StatementFailed extends Error {}

/** First something nobody foresaw, then a refusal: both quote what no history may hold. */
const troubles = [new StatementFailed(CANARY, { cause: new Error(CANARY) }), new InvalidField('amount', CANARY)]
const lines: string[] = []
let workers: TestWorkers
beforeAll(async () => {
  const activities = { drainEndpoint: () => Promise.reject(troubles.shift() ?? new Error('called too often')) }
  workers = await startTestWorkers('webhooks', [{ taskQueue: 'webhooks', activities, workflows: true }], (line) => lines.push(line))
})
afterAll(() => workers?.close())

test('what an error says stays in the log; the history has its class or its code, and an unforeseen one is tried again', async () => {
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
])('of an error only its code or its class is told: %#', (error, type) => {
  expect(failureType(error)).toBe(type)
})

test('a held payout is asked for again soon at first, and every half minute while its cause lasts', () => {
  expect([1, 2, 3, 4, 5, 6, 1_000].map(heldRetrySeconds)).toEqual([2, 4, 8, 16, 30, 30, 30])
})
