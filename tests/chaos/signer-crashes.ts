import type { FailpointCode } from '@gateway/operations/kernel/failpoints'
import { expect, test } from 'vitest'
import { mine } from '../support/story.ts'
import { ask, attemptOf, count, noted, pay } from './journey.ts'
import { startFurther } from '@gateway/scripts/stack/start-further'
import { arm, crash, freeze, thaw } from './processes.ts'
import { operate } from '../support/operator.ts'
import { moneyRows, provePaidOnce } from './proof.ts'
import type { Rows } from './rows.ts'

/** The amount of each payment: 25 US dollars. */
const ASKED_CENTS = 2_500

/** Crashes and freezes of the signer at its failpoints. */
export const signerCrashes = {
  'S4 S5': (family, open) => {
    test.each<[FailpointCode, string]>([
      ['S4', 'the signer dies before it checks a confirmed payment, which is signed once afterwards'],
      ['S5', 'the signer dies with a signature in memory only, and signs again'],
    ])('%s: %s', async (failpoint) => {
      const story = open()
      await arm(story, 'signer', failpoint)
      const journey = await ask(story, family)
      await pay(story, family, journey)
      await crash(story, 'signer')
      expect((await story.shop.read(journey.id)).status).toBe('confirmed')
      expect(await moneyRows(story, journey.id)).toEqual({ intents: ['planned'], attempts: [], transfers: ['plan'] })
      expect(await count(story, 'nonce_slot JOIN spend_intent ON spend_intent.id = intent_id WHERE ref = $1', [journey.id])).toBe(0)
      await story.gateway.start('signer')
      await provePaidOnce(story, family, journey)
    })
  },
  S18: (family, open) => {
    test.each([
      ['S18a', 'the signer dies before its high-water file records the signature', false],
      ['S18b', 'the signer dies before the database records the high-water mark', true],
    ] as const)('%s: %s; the stored bytes are unsent, and are broadcast once afterwards', async (failpoint, _, isNoted) => {
      const story = open()
      const before = noted(story)
      await arm(story, 'signer', failpoint)
      const journey = await ask(story, family)
      await pay(story, family, journey)
      await crash(story, 'signer')
      await mine(story, family.chain, 1)
      const stored = await attemptOf(story, journey.id)
      expect(stored?.state).toBe('signed')
      expect(await family.knows(story, stored?.handle ?? '')).toBe(false)
      expect(noted(story) !== before).toBe(isNoted)
      await story.gateway.start('signer')
      await provePaidOnce(story, family, journey)
      expect(await attemptOf(story, journey.id)).toEqual({ ...stored, state: 'final' })
      expect(await operate(story, 'pauses')).toContain('paused: nothing')
    })
  },
  S15: (family, open) => {
    test('S15: the signer dies with the velocity counted and no attempt stored; the payout counts once afterwards', async () => {
      const story = open()
      const counted = async () => {
        const { rows } = await story.sql.query<{ cents: string }>('SELECT coalesce(sum(usd_cents), 0) AS cents FROM payout_velocity')
        return Number(rows[0]?.cents)
      }
      const before = await counted()
      await arm(story, 'signer', 'S15')
      const journey = await ask(story, family)
      await pay(story, family, journey)
      await crash(story, 'signer')
      expect(await moneyRows(story, journey.id)).toEqual({ intents: ['planned'], attempts: [], transfers: ['plan'] })
      expect(await counted()).toBe(before)
      await story.gateway.start('signer')
      await provePaidOnce(story, family, journey)
      expect(await counted()).toBe(before + ASKED_CENTS)
    })
  },
  S22: (family, open) => {
    test('S22: the signer freezes with a signature in memory while a second one signs; after it wakes there is one attempt', async () => {
      const story = open()
      await arm(story, 'signer', 'S22')
      const journey = await ask(story, family)
      await pay(story, family, journey)
      await freeze(story, 'signer')
      const second = await startFurther('signer', story)
      try {
        await story.shop.reaches(journey.id, (payment) => payment.forward_tx_hash !== null)
        const stored = await attemptOf(story, journey.id)
        thaw(story, 'signer')
        await provePaidOnce(story, family, journey)
        expect(await attemptOf(story, journey.id)).toEqual({ ...stored, state: 'final' })
      } finally {
        await second.stop()
      }
    })
  },
} as const satisfies Rows
