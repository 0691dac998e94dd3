import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApiContext, testApiContext } from '../../testing/test-context.ts'
import { registerMetrics } from './register-metrics.ts'

let ctx: TestApiContext
beforeAll(async () => {
  ctx = await testApiContext()
})
afterAll(() => ctx.close())

/** What a scrape of a process that has just started shows. */
async function scraped(): Promise<string> {
  const registry = new Registry()
  registerMetrics(ctx, registry)
  return registry.metrics()
}

test('a metric that cannot be read is absent and counted, and a signer that never was there is silent for a day', async () => {
  expect(await scraped()).toMatch(/^metrics_unread 0$/m)
  expect(await scraped()).toMatch(/^role_heartbeat_age_seconds\{role="signer"\} 86400$/m)
  await sql`ALTER TABLE invariant_run RENAME TO renamed`.execute(tables(ctx.orm.em.fork()))
  const after = await scraped()
  expect(after).toMatch(/^metrics_unread [1-9]$/m)
  expect(after).not.toMatch(/^invariant_run_age_seconds\{/m)
})
