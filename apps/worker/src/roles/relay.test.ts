import { tables } from '@gateway/db/tables'
import { type TestApiContext, testApiContext } from '@gateway/operations/testing/test-context'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { openDeps, type SharedDeps } from '../deps.ts'
import { silentMetrics } from '../metrics/worker-metrics.ts'
import type { RunningRole } from '../running-role.ts'
import { runRelay } from './relay.ts'

let ctx: TestApiContext
let deps: SharedDeps
let role: RunningRole
let running: Promise<void>

/** A process of the role alone, on a machine where Temporal does not answer. */
beforeAll(async () => {
  ctx = await testApiContext()
  const config = readConfig({
    DATABASE_URL: String(ctx.orm.config.get('clientUrl')),
    CHAINS: 'BTC',
    BTC_NETWORK: 'regtest',
    PUBLIC_BASE_URL: ctx.publicUrl,
    TEMPORAL_ADDRESS: '127.0.0.1:9',
    WORKER_ROLES: 'relay',
  })
  deps = await openDeps(config, silentMetrics)
  role = await runRelay(await deps.as('relay'))
  running = role.run()
})
afterAll(async () => {
  role?.stop()
  await running
  await deps?.close()
  await ctx?.close()
})

test('a relay that starts while Temporal is down checks the invariants, and stops when it is told to', async () => {
  const forms = await eventually('a run of each form', async () => {
    const runs = await tables(ctx.orm.em.fork()).selectFrom('invariant_run').select('form').execute()
    return runs.length >= 2 && runs.map(({ form }) => form)
  })
  expect(forms).toEqual(expect.arrayContaining(['new', 'all']))
})
