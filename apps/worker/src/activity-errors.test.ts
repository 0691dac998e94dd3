import { ensureNamespace } from '@gateway/devnet/temporal-namespace'
import { InvalidField } from '@gateway/domain/kernel/error'
import { createLog } from '@gateway/operations/log'
import { runTemporal } from '@gateway/testing/temporal'
import { Client, Connection, WorkflowFailedError } from '@temporalio/client'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureType, heldRetrySeconds } from './activity-errors.ts'
import { readConfig } from './config.ts'
import { openTaskWorker } from './task-worker.ts'

const CANARY = 'CANARY_bcrt1q_12.5_INSERT INTO payment'
const namespace = `t-${randomBytes(6).toString('hex')}`

class StatementFailed extends Error {}

/** First something nobody foresaw, then a refusal: both quote what no history may hold. */
const troubles = [new StatementFailed(CANARY, { cause: new Error(CANARY) }), new InvalidField('amount', CANARY)]
const lines: string[] = []
const ends: (() => Promise<unknown>)[] = []
let client: Client

Runtime.install({ logger: new DefaultLogger('ERROR') })

beforeAll(async () => {
  const { address } = runTemporal()
  await ensureNamespace(runTemporal(), { name: namespace })
  const connection = await NativeConnection.connect({ address })
  const config = readConfig({
    NODE_ENV: 'test',
    WORKER_ROLES: 'webhooks',
    DATABASE_URL: 'postgres://nobody@127.0.0.1/none',
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
  })
  const activities = { drainEndpoint: () => Promise.reject(troubles.shift() ?? new Error('called too often')) }
  const ctx = { log: createLog({ write: (line) => void lines.push(line) }) }
  const worker = await openTaskWorker({ config, connection, ctx }, { taskQueue: 'webhooks', activities, workflows: true })
  const running = worker.run()
  const asking = await Connection.connect({ address })
  client = new Client({ connection: asking, namespace })
  ends.push(
    async () => (worker.shutdown(), running),
    () => connection.close(),
    () => asking.close(),
  )
})

afterAll(async () => {
  for (const end of ends) await end()
})

test('what an error says stays in the log; the history has its class or its code, and an unforeseen one is tried again', async () => {
  const workflowId = 'webhook-endpoint/canary'
  const run = client.workflow.execute('webhookEndpoint', { workflowId, taskQueue: 'webhooks', args: [{ endpointId: 'canary' }] })
  await expect(run).rejects.toThrow(WorkflowFailedError)
  const history = historyToJSON(await client.workflow.getHandle(workflowId).fetchHistory())
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
