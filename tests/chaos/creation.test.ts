import { type RunningTemporal, startTemporal } from '@gateway/devnet/temporal'
import { devnetChains, driverOf, folderOf } from '@gateway/devnet/chains'
import { payableAssets } from '@gateway/scripts/pay/rails'
import { eventually } from '@gateway/testing/wait'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readHealth } from '../support/health.ts'
import { pay } from '../support/customer.ts'
import { untilForwarded } from '../support/forwarding.ts'
import { openStory, type Story } from '../support/story.ts'

let story: Story
let temporal: RunningTemporal
const dataDir = mkdtempSync(join(tmpdir(), 'gateway-temporal-'))

beforeAll(async () => {
  temporal = await startTemporal({ dataDir })
  story = await openStory({ temporal })
})
afterAll(async () => {
  await story?.close()
  await temporal?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('payments can be created while Temporal and every node are down, and are forwarded after the restart', async () => {
  const { shop, gateway, chains, around } = story
  // The nodes stop cleanly to keep their chains; Temporal is killed.
  process.kill(temporal.pid, 'SIGKILL')
  await Promise.all([temporal.exited, ...Object.values(chains).map((node) => node.stop())])
  await eventually('readiness to fail', async () => (await readHealth(gateway.api)).status === 503)
  const asked = await Promise.all(payableAssets.map((blockchain) => shop.ask({ blockchain })))
  expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 'pending'))
  expect(new Set(asked.map((payment) => payment.payment_address)).size).toBe(asked.length)
  const waiting = await story.sql.query("SELECT DISTINCT workflow_id FROM outbox WHERE workflow_id LIKE 'payment/%'")
  expect(waiting.rowCount).toBe(asked.length)

  temporal = await startTemporal({ dataDir })
  const before = story
  const back = await Promise.all(devnetChains.map((chain) => driverOf(chain).start({ dataDir: join(around.dataDir, folderOf(chain)) })))
  story = {
    ...story,
    close: async () => {
      await before.close()
      await Promise.all(back.map((node) => node.stop()))
    },
  }
  await eventually('a run of each payment', async () => {
    const { rowCount } = await story.sql.query("SELECT FROM outbox WHERE workflow_id LIKE 'payment/%'")
    return rowCount === 0
  })
  for (const payment of asked) {
    await pay(story, payment)
    await untilForwarded(story, payment)
  }
})
