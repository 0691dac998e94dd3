import { expect, test } from 'vitest'
import { mine, type Story } from '../support/story.ts'
import type { Family } from './family.ts'
import { ask, attemptOf, count, noted, pay } from './journey.ts'
import { arm, crash, freeze, startSecondSigner, thaw } from './processes.ts'
import { operate } from '../support/operator.ts'
import { moneyRows, provePaidOnce } from './proof.ts'

/** What stories ask for: 25 US dollars. */
const ASKED_CENTS = 2_500

/** Moments at which the signer may die, or sleep. */
export function signerCrashes(family: Family, open: () => Story): void {
  test.each([
    ['S4', 'before it has looked at a confirmed payment; it is signed for once afterwards'],
    ['S5', 'with a signature in memory only; it is made again'],
  ])('%s: it dies %s', async (failpoint) => {
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

  test.each([
    ['S18a', 'before its file knows the signature', false],
    ['S18b', 'before the database knows that the file does', true],
  ] as const)(
    '%s: it dies %s; nobody has sent what it stored, and the same bytes go out once afterwards',
    async (failpoint, _, isNoted) => {
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
    },
  )

  test('S15: it dies with what leaves counted and nothing signed; afterwards it is counted once', async () => {
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

  test('S22: it sleeps with a signature in memory while a second signer does the work; when it wakes up, there is still one attempt', async () => {
    const story = open()
    await arm(story, 'signer', 'S22')
    const journey = await ask(story, family)
    await pay(story, family, journey)
    await freeze(story, 'signer')
    const second = await startSecondSigner(story)
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
}
