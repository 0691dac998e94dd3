import { eventually } from '@gateway/testing/wait'
import { scannerWorkflowId } from '@gateway/workflows/chainwatch/signals'
import { seriesChanged, seriesWorkflowId } from '@gateway/workflows/series/signals'
import type { Client, WorkflowHandle } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { end } from '../chaos/processes.ts'
import { pay } from '../support/customer.ts'
import { LIFE, untilForwarded } from '../support/forwarding.ts'
import { say } from '../support/say.ts'
import { sharedStory } from '../support/shared-story.ts'
import { mine, type Story } from '../support/story.ts'
import { sweepLater } from '../support/sweep-later.ts'
import { openTemporal, readRun, untilRunIsTold, untilRunWaits } from '../support/temporal.ts'
import { newWallets } from '../support/wallets.ts'
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

/** A weekly series of two periods, with the run that waits for its next slot. */
async function weeklySeries(): Promise<{ id: string; run: WorkflowHandle }> {
  const { shop, gateway } = story
  const [depositor, beneficiary] = [(await newWallets(['BTC'])).BTC, shop.wallets.BTC]
  const about = { business_id: shop.businessId, payment_method: 'crypto', customer_email: 'lena@hoffmann.example' }
  const terms = { amount: '25.00', currency: 'usd', interval: 'weekly', max_periods: 2, coin: 'BTC' }
  const body = { ...about, ...terms, depositor_address: depositor, beneficiary_address: beneficiary }
  const id = String((await say(gateway.api, 'POST /escrow/series', { key: shop.token, body })).body['id'])
  const run = client.workflow.getHandle(seriesWorkflowId(id))
  await eventually('the run of the series to wait', async () => (await historyOf(run)).includes('EVENT_TYPE_TIMER_STARTED'))
  return { id, run }
}

const historyOf = async ({ workflowId }: WorkflowHandle, runId?: string): Promise<string[]> =>
  (await readRun(client, workflowId, runId).catch(() => ({ events: [] }))).events.map(({ eventType }) => eventType)

const untilCompleted = (id: string) =>
  eventually('the last period to be charged', async () => {
    const { rows } = await story.sql.query<{ state: string }>('SELECT state FROM series WHERE id = $1', [id])
    return rows[0]?.state === 'completed'
  })

test('a series is charged at its slot by its run, which ends with the last period', async () => {
  const { id, run } = await weeklySeries()
  const moved = `UPDATE series SET next_charge_at = now() + interval '1 second', try_at = now() + interval '1 second', state_version = state_version + 1
    WHERE id = $1 RETURNING state_version AS sequence, state, next_charge_at AS "dueAt"`
  const [row] = (await story.sql.query<{ sequence: number; state: 'active'; dueAt: Date }>(moved, [id])).rows
  if (!row) throw new Error('no such series')
  await run.signal(seriesChanged, { ...row, dueAt: row.dueAt.toISOString() })
  expect(await run.result()).toBe('completed')
  expect(await historyOf(run)).toContain('EVENT_TYPE_ACTIVITY_TASK_COMPLETED')
  await untilCompleted(id)
})

test('a series whose run was terminated is charged by the sweep', async () => {
  const { id, run } = await weeklySeries()
  await run.terminate('by hand')
  await story.sql.query(
    "UPDATE series SET next_charge_at = now() - interval '1 minute', try_at = now() - interval '1 minute' WHERE id = $1",
    [id],
  )
  await untilCompleted(id)
  expect((await run.describe()).status.name).toBe('TERMINATED')
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
