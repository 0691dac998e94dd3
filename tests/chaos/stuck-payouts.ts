import { eventually } from '@gateway/testing/wait'
import { expect, test } from 'vitest'
import { hasReadAll } from '../support/chain-heights.ts'
import type { Story } from '../support/story.ts'
import type { Family } from './family.ts'
import { ask, attemptsOf, type Journey, pay } from './journey.ts'
import { arm, crash } from './processes.ts'
import { provePaidOnce } from './proof.ts'
import type { Rows } from './rows.ts'

const STUCK_AFTER = 3

/** Fee bumps of unmined payouts. */
export const stuckPayouts = {
  bumped: (family, open) => {
    test('a payout unmined for three blocks is fee-bumped and paid once', async () => {
      const story = open()
      const journey = await sent(story, family)
      const [first, second] = await leftOut(story, family, journey.id)
      await eventually('the node to know the replacement', () => family.knows(story, second.handle))
      await family.takeIn(story)
      await provePaidOnce(story, family, { ...journey, attempts: ['0 superseded', '1 final'] })
      expect((await story.shop.read(journey.id)).forward_tx_hash).toBe(second.handle)
      expect(first.raw).not.toBe(second.raw)
    })
  },
  S11: (family, open) => {
    test.each([
      { winner: 0, what: 'the first attempt confirms' },
      { winner: 1, what: 'the replacement confirms' },
    ])(
      'S11: the worker dies with a fee bump stored and not sent; $what, the other is superseded, and the payment is paid once',
      async ({ winner }) => {
        const story = open()
        await arm(story, 'worker', 'S11')
        const journey = await sent(story, family)
        const stored = await leftOut(story, family, journey.id)
        await crash(story, 'worker')
        expect(await family.knows(story, stored[1].handle)).toBe(false)
        if (winner === 0) await family.takeIn(story)
        await story.gateway.start('worker')
        if (winner === 1) {
          await eventually('the node to know the replacement', () => family.knows(story, stored[1].handle))
          await family.takeIn(story)
        }
        await provePaidOnce(story, family, {
          ...journey,
          attempts: winner === 0 ? ['0 final', '1 superseded'] : ['0 superseded', '1 final'],
        })
        const ended = await attemptsOf(story, journey.id)
        const paid = await story.shop.read(journey.id)
        expect(paid.forward_tx_hash).toBe(stored[winner]?.handle)
        // Where it is not taken from the deposit, the platform pays the gas.
        expect(family.units(paid.network_fee)).toBe(family.paysNetwork ? BigInt(ended[winner]?.fee ?? -1) : 0n)
        expect(ended.map(({ raw }) => raw)).toEqual(stored.map(({ raw }) => raw))
      },
    )
  },
  waits: (family, open) => {
    test('a payout unmined for three blocks on a chain without replacements is left as it is, and paid once', async () => {
      const story = open()
      const journey = await sent(story, family)
      await family.leaveOut(story, STUCK_AFTER)
      await eventually('the empty blocks to be read', () => hasReadAll(story, family.chain))
      expect(await attemptsOf(story, journey.id)).toHaveLength(1)
      await family.takeIn(story)
      await provePaidOnce(story, family, journey)
    })
  },
} as const satisfies Rows

/** A paid payment whose forward is in the mempool. */
async function sent(story: Story, family: Family): Promise<Journey> {
  const journey = await ask(story, family)
  await pay(story, family, journey)
  const { forward_tx_hash: txId } = await story.shop.reaches(journey.id, (payment) => payment.forward_tx_hash !== null)
  expect(await family.knows(story, txId ?? '')).toBe(true)
  // An answer that is still on its way would count its blocks from a later one, and no more are mined than make it stuck.
  await eventually('the payout to be noted as sent', async () => (await attemptsOf(story, journey.id))[0]?.state === 'broadcast')
  return journey
}

type Stored = Awaited<ReturnType<typeof attemptsOf>>[number]

/**
 * Both attempts of a payout that blocks leave out until it is fee-bumped. What the node answered late counts from a later block, and what the signer could
 * not bump at one height, it tries at the next.
 */
async function leftOut(story: Story, family: Family, id: string): Promise<[Stored, Stored]> {
  await family.leaveOut(story, STUCK_AFTER)
  return eventually('the payout to be replaced', async () => {
    const [first, second] = await attemptsOf(story, id)
    if (first && second) return [first, second]
    if ((await hasReadAll(story, family.chain)) && (await waitsForBlock(story, id))) await family.leaveOut(story, 1)
    return undefined
  })
}

/** True when nothing can happen to the only attempt of a payout before another block. */
async function waitsForBlock({ sql }: Story, id: string): Promise<boolean> {
  const { rows } = await sql.query(
    `SELECT FROM spend_attempt attempt JOIN spend_intent ON lead_id = intent_id JOIN chain_cursor cursor ON cursor.chain = attempt.chain
      WHERE ref = $1 AND (attempt.tried_height = cursor.height OR coalesce(attempt.first_sent_height, cursor.height) > cursor.height - $2)`,
    [id, STUCK_AFTER],
  )
  return rows.length > 0
}
