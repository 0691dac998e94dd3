import { devnetChains } from '@gateway/devnet/chains'
import type { Running } from '@gateway/devnet/processes/running'
import { payableAssets } from '@gateway/scripts/pay/rails'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay } from '../support/customer.ts'
import { CONFIRMING, FINALIZING, LIFE, untilForwarded } from '../support/forwarding.ts'
import { startFurther } from '@gateway/scripts/stack/start-further'
import { sharedStory } from '../support/shared-story.ts'
import { mine, type Story } from '../support/story.ts'

let story: Story
let second: Running | undefined
beforeAll(async () => void (story = await sharedStory()))
afterAll(async () => {
  await second?.stop()
  await story?.close()
})

test('A frozen scanner that lost its leases writes nothing after it wakes, and no deposit is credited twice', async () => {
  const { shop, gateway } = story
  const first = gateway.pid('worker')
  if (first === undefined) throw new Error('the worker does not run')
  const asked = await Promise.all(devnetChains.map((blockchain) => shop.ask({ blockchain })))
  const leases = await readLeases()
  process.kill(first, 'SIGSTOP')
  try {
    second = await startFurther('worker', story)
    await eventually('the second worker to take every chain over', async () =>
      (await readLeases()).every((lease) => !leases.includes(lease)),
    )
    for (const payment of asked) await pay(story, payment)
    for (const chain of devnetChains) await mine(story, chain, CONFIRMING[chain])
    for (const payment of asked) await shop.reaches(payment.id, (seen) => seen.forward_tx_hash !== null)
  } finally {
    process.kill(first, 'SIGCONT')
  }
  for (const chain of devnetChains) await mine(story, chain, FINALIZING[chain])
  for (const payment of asked) {
    const paid = await shop.reaches(payment.id, 'forwarded')
    expect(paid.amount_received).toBe(payment.crypto_amount)
    const credits = await story.sql.query(
      "SELECT FROM deposit JOIN transfer ON kind = 'deposit' AND transfer.ref = deposit.id WHERE subject_id = $1",
      [payment.id],
    )
    expect(credits.rowCount).toBe(1)
    await shop.hears(payment.id, LIFE)
  }
})

test('Two concurrent workers credit and forward each payment once', async () => {
  const { shop, sql } = story
  const asked = await Promise.all([...payableAssets, ...devnetChains].map((blockchain) => shop.ask({ blockchain })))
  for (const payment of asked) await pay(story, payment)
  for (const payment of asked) {
    const paid = await untilForwarded(story, payment)
    expect(paid.amount_received).toBe(payment.crypto_amount)
    await shop.hears(payment.id, LIFE)
  }
  // Blocks mined for another payment may omit a payout; the signer then fee-bumps it, and only one of the two can be mined.
  const { rows } = await sql.query(
    `SELECT intent_id, array_agg(attempt.state) AS states FROM spend_attempt attempt JOIN spend_intent intent ON intent.lead_id = intent_id
      WHERE intent.business_id = $1 GROUP BY intent_id, intent.id HAVING count(*) FILTER (WHERE attempt.state <> 'superseded') <> 1`,
    [shop.businessId],
  )
  expect(rows).toEqual([])
})

async function readLeases(): Promise<string[]> {
  const { rows } = await story.sql.query<{ lease: string }>('SELECT lease FROM chain_cursor ORDER BY chain')
  return rows.map(({ lease }) => lease)
}
