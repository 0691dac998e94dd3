import { expect, test } from 'vitest'
import type { Story } from '../support/story.ts'
import type { Family } from './family.ts'
import { ask, attemptOf, count, pay } from './journey.ts'
import { arm, crash, freeze, startSecondSigner, thaw } from './processes.ts'
import { moneyRows, provePaidOnce } from './proof.ts'

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

  test('S22: it sleeps with a signature in memory while a second signer does the work; when it wakes up, there is still one attempt', async () => {
    const story = open()
    await arm(story, 'signer', 'S22')
    const journey = await ask(story, family)
    await pay(story, family, journey)
    await freeze(story, 'signer')
    const second = await startSecondSigner(story)
    try {
      await story.shop.reaches(journey.id, (payment) => payment.forward_tx_hash !== null, 90_000)
      const stored = await attemptOf(story, journey.id)
      thaw(story, 'signer')
      await provePaidOnce(story, family, journey)
      expect(await attemptOf(story, journey.id)).toEqual({ ...stored, state: 'final' })
    } finally {
      await second.stop()
    }
  })
}
