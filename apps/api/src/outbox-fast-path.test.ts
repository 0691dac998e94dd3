import { tables } from '@gateway/db/tables'
import { enqueue } from '@gateway/operations/outbox/enqueue'
import { type TestApiContext, testApiContext } from '@gateway/operations/testing/test-context'
import { eventually } from '@gateway/testing/wait'
import { Connection } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outboxFastPath } from './outbox-fast-path.ts'

// Nothing listens on the discard port of this machine.
const temporal = Connection.lazy({ address: '127.0.0.1:9' })
let api: TestApiContext

beforeAll(async () => void (api = await testApiContext()))
afterAll(async () => {
  await temporal.close()
  await api.close()
})

const outbox = () => tables(api.orm.em.fork()).selectFrom('outbox').selectAll().execute()

test('the fast path does not wait for an unavailable Temporal, and the message stays for the relay', async () => {
  const message = { workflow: 'payment', taskQueue: 'payments', args: [] }
  const ids = await enqueue(api.orm.em.fork(), api, [{ workflowId: 'payment/1', message }])
  const tryNow = outboxFastPath(api, { connection: temporal, namespace: 'default' })
  expect(tryNow(ids)).toBeUndefined()
  expect(await outbox()).toMatchObject([{ workflowId: 'payment/1', lastProblem: null }])
  const noted = await eventually('the attempt is noted', async () => (await outbox()).find((row) => row.lastProblem !== null))
  expect(noted).toMatchObject({ workflowId: 'payment/1', attempts: 1 })
})
