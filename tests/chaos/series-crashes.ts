import { eventually } from '@gateway/testing/wait'
import { expect, test } from 'vitest'
import { say } from '../support/say.ts'
import type { Story } from '../support/story.ts'
import { newWallets } from '../support/wallets.ts'
import type { Family } from './family.ts'
import { count } from './journey.ts'
import { arm, crash } from './processes.ts'

/** Crashes of the series role while it charges a series. */
export function seriesCrashes({ asset, chain }: Family, open: () => Story): void {
  test('S20: the series role dies with a child written and its series not moved on; nothing of it remains, and the period gets one child', async () => {
    const story = open()
    const id = await weeklySeries()
    await arm(story, 'worker', 'S20')
    const before = await written(story, id)
    await story.sql.query(
      "UPDATE series SET next_charge_at = now() - interval '1 minute', try_at = now() - interval '1 minute' WHERE id = $1",
      [id],
    )
    await crash(story, 'worker')
    expect(await written(story, id)).toEqual(before)
    await story.gateway.start('worker')
    await eventually('the period to be charged', async () => (await written(story, id)).completed === 2)
    expect(await written(story, id)).toEqual({
      completed: 2,
      children: 2,
      escrows: before.escrows + 1,
      emails: before.emails + 1,
      events: 2,
    })
    expect(await count(story, 'series WHERE id = $1 AND next_charge_at > now()', [id])).toBe(1)
  })

  async function weeklySeries(): Promise<string> {
    const { shop, gateway } = open()
    const [depositor, beneficiary] = [(await newWallets([chain]))[chain], (await newWallets([chain]))[chain]]
    const body = {
      business_id: shop.businessId,
      payment_method: 'crypto',
      customer_email: 'lena@hoffmann.example',
      amount: '25.00',
      currency: 'usd',
      interval: 'weekly',
      coin: asset,
      depositor_address: depositor,
      beneficiary_address: beneficiary,
    }
    return String((await say(gateway.api, 'POST /escrow/series', { key: shop.token, body })).body['id'])
  }
}

/** The stored rows of a series, and those beside it. */
async function written(story: Story, id: string) {
  const { rows } = await story.sql.query<{ completed: number }>('SELECT periods_completed AS completed FROM series WHERE id = $1', [id])
  return {
    completed: rows[0]?.completed,
    children: await count(story, 'series_period WHERE series_id = $1', [id]),
    escrows: await count(story, 'escrow'),
    emails: await count(story, "email WHERE kind = 'escrow_opened'"),
    events: await count(story, "event WHERE object_id = $1 AND type = 'series.charged'", [id]),
  }
}
