import { type RunningTemporal, startTemporal } from '@gateway/devnet/temporal'
import { startBitcoin } from '@gateway/devnet/bitcoin/bitcoin'
import { startEvm } from '@gateway/devnet/evm/evm'
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
  const { shop, gateway, bitcoin, evm, around } = story
  // The nodes stop cleanly to keep their chains; Temporal is killed.
  process.kill(temporal.pid, 'SIGKILL')
  await Promise.all([temporal.exited, bitcoin.stop(), evm.stop()])
  await eventually('readiness to fail', async () => (await readHealth(gateway.api)).status === 503)
  const asked = await Promise.all(['BTC', 'ETH', 'USDC_ETH'].map((blockchain) => shop.ask({ blockchain })))
  expect(asked.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending'])
  expect(new Set(asked.map((payment) => payment.payment_address)).size).toBe(3)
  const waiting = await story.sql.query("SELECT DISTINCT workflow_id FROM outbox WHERE workflow_id LIKE 'payment/%'")
  expect(waiting.rowCount).toBe(3)

  temporal = await startTemporal({ dataDir })
  const before = story
  const back = await Promise.all([
    startBitcoin({ dataDir: join(around.dataDir, 'bitcoind') }),
    startEvm({ dataDir: join(around.dataDir, 'anvil'), chainId: around.ethereumChainId }),
  ])
  story = {
    ...story,
    bitcoin: back[0],
    evm: back[1],
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
