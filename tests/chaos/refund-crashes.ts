import { payAsset } from '@gateway/scripts/pay/rails'
import { eventually } from '@gateway/testing/wait'
import { expect, test } from 'vitest'
import { hasReadAll } from '../support/chain-heights.ts'
import { say } from '../support/say.ts'
import { mine, type Story } from '../support/story.ts'
import { newWallets } from '../support/wallets.ts'
import type { Family } from './family.ts'
import { ask, count, type Journey, pay } from './journey.ts'
import { arm, crash } from './processes.ts'
import { provePaidOnce } from './proof.ts'
import type { Rows } from './rows.ts'

/** Crashes of the worker that counts what merchants have paid of their refunds. */
export const refundCrashes = {
  S25a: (family, open) => {
    test('S25a: the worker dies with a transfer of a refund written and uncommitted; its block is read again and it counts once', async () => {
      const { story, journey, address, units } = await forwarded(family, open())
      await arm(story, 'worker', 'S25a')
      const id = await refund(story, journey, { address })
      await payAsset(story.chains, family.asset, { to: address, units })
      await mine(story, family.chain, family.blocks.confirmed)
      await crash(story, 'worker')
      expect(await count(story, 'refund_transfer WHERE refund_id = $1', [id])).toBe(0)
      await story.gateway.start('worker')
      await proveRefundedOnce(story, family, { id, journey })
    })
  },
  S25b: (family, open) => {
    test('S25b: the worker dies with a named transaction counted and uncommitted; it looks for it again, and it counts once', async () => {
      const { story, journey, address, units } = await forwarded(family, open())
      const hash = await payAsset(story.chains, family.asset, { to: address, units })
      await mine(story, family.chain, family.blocks.confirmed)
      await eventually('the blocks to be read', () => hasReadAll(story, family.chain))
      await arm(story, 'worker', 'S25b')
      const id = await refund(story, journey, { address, tx_hash: hash })
      await crash(story, 'worker')
      expect(await count(story, 'refund_transfer WHERE refund_id = $1', [id])).toBe(0)
      expect(await count(story, `refund_transaction WHERE refund_id = $1 AND state = 'waiting'`, [id])).toBe(1)
      await story.gateway.start('worker')
      await proveRefundedOnce(story, family, { id, journey })
    })
  },
} as const satisfies Rows

/** A forwarded payment, a new wallet of its payer, and what the whole payment was. */
async function forwarded(family: Family, story: Story): Promise<{ story: Story; journey: Journey; address: string; units: bigint }> {
  const journey = await ask(story, family)
  await pay(story, family, journey)
  await provePaidOnce(story, family, journey)
  const address = (await newWallets([family.chain]))[family.chain]
  return { story, journey, address, units: family.units(journey.payment.crypto_amount) }
}

/** Starts a refund of everything. @returns its id. */
async function refund({ gateway, shop }: Story, { id }: Journey, body: Readonly<Record<string, string>>): Promise<string> {
  const said = await eventually('the address to be checked', async () => {
    const answer = await say(gateway.api, `POST /payments/${id}/refunds`, { key: shop.key, body })
    // The worker has just started, and it is who knows what an address is.
    return answer.status !== 503 && answer
  })
  expect([said.status, said.body['status']]).toEqual([201, 'named'])
  return String(said.body['id'])
}

/** Waits until a refund is complete, and checks that its transfer, the payment and its event count it once. */
async function proveRefundedOnce(story: Story, family: Family, { id, journey }: { id: string; journey: Journey }): Promise<void> {
  await eventually('the refund to be complete', async () => {
    const isRead = await hasReadAll(story, family.chain)
    const isComplete = (await count(story, `assisted_refund WHERE id = $1 AND state = 'refunded'`, [id])) === 1
    if (!isComplete && isRead) await mine(story, family.chain, 1)
    return isComplete
  })
  expect(await count(story, `refund_transfer WHERE refund_id = $1 AND state = 'final'`, [id])).toBe(1)
  expect(await count(story, `event WHERE object_id = $1 AND type = 'payment.refunded'`, [journey.id])).toBe(1)
  const { body } = await say(story.gateway.api, `GET /payments/${journey.id}`, { key: story.shop.key })
  expect(family.units(String(body['amount_refunded']))).toBe(family.units(journey.payment.crypto_amount))
}
