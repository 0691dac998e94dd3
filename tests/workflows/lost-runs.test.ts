import { eventually } from '@gateway/testing/wait'
import { scannerWorkflowId } from '@gateway/workflows/chainwatch/signals'
import type { Client } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { end } from '../chaos/processes.ts'
import { pay } from '../support/customer.ts'
import { LIFE, untilForwarded } from '../support/forwarding.ts'
import { sharedStory } from '../support/shared-story.ts'
import { mine, type Story } from '../support/story.ts'
import { sweepLater } from '../support/sweep-later.ts'
import { openTemporal, untilRunIsTold, untilRunWaits } from '../support/temporal.ts'
import { pauseInvariantChecks } from '../support/pause-invariant-checks.ts'

let story: Story
let client: Client
beforeAll(async () => {
  story = await sharedStory()
  client = await openTemporal(story)
})
afterAll(async () => {
  await client?.connection.close()
  await story?.close()
})

test('a confirmed payment whose run was terminated is forwarded without one', async () => {
  const asked = await story.shop.ask({ blockchain: 'BTC' })
  await end(story, 'signer')
  await pay(story, asked)
  await mine(story, 'BTC', 1)
  await story.shop.reaches(asked.id, 'confirmed')
  const handle = await untilRunWaits(client, asked.id)
  await untilRunIsTold(story, asked.id)
  await handle.terminate('by hand')
  await story.gateway.start('signer')
  await story.shop.reaches(asked.id, (payment) => payment.forward_tx_hash !== null)
  await mine(story, 'BTC', 6)
  expect((await story.shop.reaches(asked.id, 'forwarded')).exceptions).toEqual([])
  await story.shop.hears(asked.id, LIFE)
  expect((await handle.describe()).status.name).toBe('TERMINATED')
})

test('a payment whose run was terminated gets a new run when its deposit is seen', async () => {
  const asked = await story.shop.ask({ blockchain: 'ETH' })
  const handle = await untilRunWaits(client, asked.id)
  await handle.terminate('by hand')
  await pay(story, asked)
  expect((await untilForwarded(story, asked)).amount_received).toBe(asked.crypto_amount)
})

test('the sweep restarts a terminated scanner, which continues from its cursor', async () => {
  await client.workflow.getHandle(scannerWorkflowId('BTC')).terminate('by hand')
  await sweepLater(story)
  const asked = await story.shop.ask({ blockchain: 'BTC' })
  await pay(story, asked)
  await story.shop.reaches(asked.id, 'detected')
  expect((await untilForwarded(story, asked)).amount_received).toBe(asked.crypto_amount)
})

test('a sweep adds nothing to the histories of running payments', async () => {
  const asked = await story.shop.ask({ blockchain: 'BTC' })
  await pauseInvariantChecks(story)
  await story.sql.query(`UPDATE payment SET expires_at = now() - interval '5 minutes' WHERE id = $1`, [asked.id])
  const handle = await untilRunWaits(client, asked.id)
  const before = (await handle.describe()).historyLength
  await sweepLater(story)
  await eventually('the outbox to be delivered', async () => (await story.sql.query('SELECT FROM outbox')).rowCount === 0)
  expect((await handle.describe()).historyLength).toBe(before)
  await story.sql.query('UPDATE payment SET expires_at = $2 WHERE id = $1', [asked.id, asked.expires_at])
})
