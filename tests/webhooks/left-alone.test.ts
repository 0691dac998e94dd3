import type { Settings } from '@gateway/scripts/stack/settings'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { end } from '../chaos/processes.ts'
import { startFlakyReceiver } from '../support/flaky-receiver.ts'
import { sharedStory } from '../support/shared-story.ts'
import { openShop } from '../support/shop.ts'
import type { Story } from '../support/story.ts'

let story: Story
beforeAll(async () => {
  story = await sharedStory()
  await restartWorker({ WEBHOOK_FAILURES: '3' })
})
afterAll(async () => {
  await restartWorker()
  await story.close()
})

async function restartWorker(extra?: Settings): Promise<void> {
  await end(story, 'worker')
  await story.gateway.start('worker', extra)
}

test('a receiver that is down opens its circuit, is probed after a minute, and then gets its backlog; other shops are unaffected', async () => {
  const receiver = await startFlakyReceiver()
  const shop = await openShop(story.gateway.api, story.shop.wallets, { webhook_url: receiver.url, webhook_events: [] })
  await receiver.goAway()
  const asked = await Promise.all(Array.from({ length: 8 }, () => shop.ask({ blockchain: 'ETH' })))
  const circuit = async () => (await rows('SELECT circuit FROM webhook_endpoint WHERE business_id = $1', shop.businessId))[0]?.['circuit']
  await eventually('the circuit to open', async () => (await circuit()) === 'open')
  expect(
    await rows(
      'SELECT id FROM delivery WHERE attempts > 0 AND endpoint_id = (SELECT id FROM webhook_endpoint WHERE business_id = $1)',
      shop.businessId,
    ),
  ).toHaveLength(3)
  const other = await story.shop.ask({ blockchain: 'ETH' })
  await eventually('the other shop’s webhook', async () => story.shop.events(other.id).length === 1)
  await receiver.comeBack()
  await eventually('the whole backlog', async () => asked.every(({ id }) => receiver.attempts.some(({ paymentId }) => paymentId === id)))
  await eventually('the circuit to half-open', async () => (await circuit()) === 'half_open')
  await receiver.goAway()
})

const rows = async (text: string, businessId: string) => (await story.sql.query<Readonly<Record<string, unknown>>>(text, [businessId])).rows
