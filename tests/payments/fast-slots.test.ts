import { startMining } from '@gateway/devnet/bitcoin/bitcoin-miner'
import { chainDrivers } from '@gateway/devnet/chains'
import { tickSolana } from '@gateway/devnet/solana/solana-faucet'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pay } from '../support/customer.ts'
import { LIFE } from '../support/forwarding.ts'
import { sharedStory } from '../support/shared-story.ts'
import type { Story } from '../support/story.ts'

/** The time that a distant node takes for every answer. */
const ANSWER_MS = 300

let story: Story
let stopSlots: () => Promise<void>
beforeAll(async () => {
  story = await sharedStory()
  stopSlots = startMining(() => tickSolana(story.chains.SOL), { everySeconds: chainDrivers.SOL.blockSeconds }).stop
  story.nodes.SOL.behave((answer) => pause(ANSWER_MS, answer))
})
afterAll(async () => {
  await stopSlots?.()
  story?.nodes.SOL.behave('honest')
  await story?.close()
})

describe.each(['SOL', 'USDC_SOL'] as const)(
  'a payment in %s while a slot passes every 200 ms and the node takes 300 ms for an answer',
  (blockchain) => {
    test('The payment is forwarded by its first signature, and nobody hears of a payout that waits', async () => {
      const asked = await story.shop.ask({ blockchain })
      await pay(story, asked)
      await story.shop.reaches(asked.id, 'forwarded')
      const { rows } = await story.sql.query(
        'SELECT n, spend_attempt.state, succeeded FROM spend_attempt JOIN spend_intent ON lead_id = intent_id WHERE ref = $1',
        [asked.id],
      )
      expect(rows).toEqual([{ n: 0, state: 'final', succeeded: true }])
      await story.shop.hears(asked.id, LIFE)
    })
  },
)
