import type { FailpointCode } from '@gateway/operations/kernel/failpoints'
import { eventually } from '@gateway/testing/wait'
import { expect, test } from 'vitest'
import { headOf } from '../support/chain-heights.ts'
import { mine } from '../support/story.ts'
import { ask, attemptOf, count, pay } from './journey.ts'
import { arm, crash } from './processes.ts'
import { moneyRows, provePaidOnce } from './proof.ts'
import type { Rows } from './rows.ts'

/** Crashes of the worker that scans, broadcasts and delivers webhooks. */
export const watcherCrashes = {
  S2: (family, open) => {
    test('S2: the worker dies with a deposit’s block read and not recorded; the block is read again and the deposit counts once', async () => {
      const story = open()
      await arm(story, 'worker', 'S2')
      const journey = await ask(story, family)
      await pay(story, family, journey)
      await crash(story, 'worker')
      expect(await count(story, `deposit WHERE subject_id = $1 AND state = 'included'`, [journey.id])).toBe(0)
      await story.gateway.start('worker')
      await provePaidOnce(story, family, journey)
      expect(await count(story, `deposit WHERE subject_id = $1 AND credit_revision IS NOT NULL`, [journey.id])).toBe(1)
    })
  },
  S3: (family, open) => {
    test.each<[FailpointCode, string]>([
      ['S3a', 'it dies with a deposit written and its events unwritten'],
      ['S3b', 'it dies with a deposit and its events written and uncommitted'],
    ])('%s: %s; neither is stored, the cursor stays before the block, and afterwards both exist once', async (failpoint) => {
      const story = open()
      await arm(story, 'worker', failpoint)
      const journey = await ask(story, family)
      const height = await headOf(story, family.chain)
      await pay(story, family, journey)
      await crash(story, 'worker')
      const values = [journey.id]
      const left = {
        deposits: await count(story, `deposit WHERE subject_id = $1 AND state = 'included'`, values),
        observations: await count(story, `observation WHERE subject_id = $1 AND kind = 'included'`, values),
        events: await count(story, `event WHERE object_id = $1 AND type NOT IN ('payment.created', 'payment.pending')`, values),
        cursor: await count(story, 'chain_cursor WHERE chain = $1 AND height > $2', [family.chain, height]),
      }
      expect(Object.entries(left).flatMap(([what, many]) => (many > 0 ? [what] : []))).toEqual([])
      await story.gateway.start('worker')
      await provePaidOnce(story, family, journey)
      expect(await count(story, `deposit WHERE subject_id = $1 AND credit_revision IS NOT NULL`, values)).toBe(1)
      expect(await count(story, `event WHERE object_id = $1 AND type = 'payment.confirming'`, values)).toBe(1)
    })
  },
  S6: (family, open) => {
    test('S6: the worker dies with a signed forward not yet sent; the stored bytes are broadcast afterwards', async () => {
      const story = open()
      await arm(story, 'worker', 'S6')
      const journey = await ask(story, family)
      await pay(story, family, journey)
      await crash(story, 'worker')
      const stored = await attemptOf(story, journey.id)
      expect(stored?.state).toBe('signed')
      expect(await family.knows(story, stored?.handle ?? '')).toBe(false)
      await story.gateway.start('worker')
      await provePaidOnce(story, family, journey)
      expect(await attemptOf(story, journey.id)).toEqual({ ...stored, state: 'final' })
    })
  },
  S7: (family, open) => {
    test('S7: the worker dies after a node accepted the forward and before recording it; broadcasting again changes nothing', async () => {
      const story = open()
      await arm(story, 'worker', 'S7')
      const journey = await ask(story, family)
      await pay(story, family, journey)
      await crash(story, 'worker')
      const stored = await attemptOf(story, journey.id)
      expect(stored?.state).toBe('signed')
      expect(await family.knows(story, stored?.handle ?? '')).toBe(true)
      await story.gateway.start('worker')
      await provePaidOnce(story, family, journey)
      expect(await attemptOf(story, journey.id)).toEqual({ ...stored, state: 'final' })
    })
  },
  S9: (family, open) => {
    test('S9: the worker dies with the forward mined and not posted; it is posted once afterwards', async () => {
      const story = open()
      await arm(story, 'worker', 'S9')
      const journey = await ask(story, family)
      await pay(story, family, journey)
      await story.shop.reaches(journey.id, (payment) => payment.forward_tx_hash !== null)
      await mine(story, family.chain, family.blocks.final)
      await crash(story, 'worker')
      expect(await moneyRows(story, journey.id)).toEqual({
        intents: ['broadcast'],
        attempts: ['0 broadcast'],
        transfers: ['broadcast', 'plan'],
      })
      expect((await story.shop.read(journey.id)).status).toBe('forwarding')
      await story.gateway.start('worker')
      await provePaidOnce(story, family, journey)
    })
  },
  S12: (family, open) => {
    test('S12: the worker dies after a webhook was accepted and before recording it; the merchant gets it again with the same id and sequence', async () => {
      const story = open()
      await arm(story, 'worker', 'S12')
      const journey = await ask(story, family)
      await crash(story, 'worker')
      const created = () => story.shop.receiver.received.filter((event) => event.paymentId === journey.id && event.sequence === 1)
      expect(created()).toHaveLength(1)
      expect(await count(story, `delivery WHERE object_id = $1 AND state = 'pending' AND attempts = 0`, [journey.id])).toBe(1)
      await story.gateway.start('worker')
      await eventually('the webhook to arrive again', async () => created().length === 2)
      expect(new Set(created().map((event) => event.id)).size).toBe(1)
      await pay(story, family, journey)
      await provePaidOnce(story, family, journey)
    })
  },
} as const satisfies Rows
