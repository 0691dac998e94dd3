import { lagSolana } from '@gateway/devnet/solana/solana-faucet'
import { eventually } from '@gateway/testing/wait'
import { expect, onTestFinished, test } from 'vitest'
import { hasReadAll, headOf } from '../support/chain-heights.ts'
import { mine, type Story } from '../support/story.ts'
import { ask, attemptOf, count, type Journey, pay } from './journey.ts'
import { arm, crash } from './processes.ts'
import { moneyRows, provePaidOnce } from './proof.ts'
import type { Rows } from './rows.ts'

/** More blocks than the 150 that accept a transaction after the block it names. */
const EXPIRING = 160
/** Slots after which a block is final. */
const FINAL_LAG = 32
/** So many that nothing becomes final. */
const NEVER_FINAL = 10_000

/** Crashes after which the blockhash of a signature expires, on a chain whose transactions name one. */
export const expiredSignatures = {
  S5: (family, open) => {
    test('S5: the signer dies with a signature in memory whose blockhash then expires; it signs a fresh one, which pays once', async () => {
      const story = open()
      await arm(story, 'signer', 'S5')
      const journey = await ask(story, family)
      await pay(story, family, journey)
      await crash(story, 'signer')
      expect(await moneyRows(story, journey.id)).toEqual({ intents: ['planned'], attempts: [], transfers: ['plan'] })
      await mine(story, family.chain, EXPIRING)
      const height = await headOf(story, family.chain)
      const fresh = await eventually('a blockhash that is accepted', async () => {
        const offered = await lifetimeOffered(story)
        return offered > height && offered
      })
      await story.gateway.start('signer')
      await provePaidOnce(story, family, journey)
      expect(await lifetimeSigned(story, journey)).toBeGreaterThanOrEqual(fresh)
    })
  },
  S6: (family, open) => {
    test('S6: the worker dies with a signed forward not yet sent, and its blockhash expires; only once no final block can have it is it signed again, and pays once', async () => {
      const story = open()
      await arm(story, 'worker', 'S6')
      const journey = await ask(story, family)
      await pay(story, family, journey)
      await crash(story, 'worker')
      const stored = await attemptOf(story, journey.id)
      await lag(story, NEVER_FINAL)
      await mine(story, family.chain, EXPIRING)
      await story.gateway.start('worker')
      await eventually('the expired bytes to be refused', () => isRefused(story, journey))
      // A pass that reads this block has looked for the expired bytes in the one before.
      await mine(story, family.chain, 1)
      await eventually('another block to be read', () => hasReadAll(story, family.chain))
      expect(stored?.state).toBe('signed')
      expect(await attemptOf(story, journey.id)).toEqual(stored)
      expect(await moneyRows(story, journey.id)).toEqual({ intents: ['signed'], attempts: ['0 signed'], transfers: ['plan'] })
      expect(await count(story, 'spend_attempt WHERE handle = $1 AND proof IS NOT NULL', [stored?.handle])).toBe(0)
      await lag(story, FINAL_LAG)
      // So many that the last block that accepts the bytes is final, however fresh their blockhash was.
      await mine(story, family.chain, 2 * FINAL_LAG)
      await provePaidOnce(story, family, { ...journey, attempts: ['0 dead', '1 final'] })
      expect(await family.knows(story, stored?.handle ?? '')).toBe(false)
    })
  },
  S7: (family, open) => {
    test('S7: the worker dies after a node accepted the forward, whose blockhash expires before it starts again; the forward is found, and nothing is signed again', async () => {
      const story = open()
      await arm(story, 'worker', 'S7')
      const journey = await ask(story, family)
      await pay(story, family, journey)
      await crash(story, 'worker')
      const stored = await attemptOf(story, journey.id)
      expect(stored?.state).toBe('signed')
      await mine(story, family.chain, EXPIRING)
      await story.gateway.start('worker')
      await provePaidOnce(story, family, journey)
      expect(await attemptOf(story, journey.id)).toEqual({ ...stored, state: 'final' })
    })
  },
} as const satisfies Rows

/** Sets the slots after which a block is final, for the rest of the test. */
async function lag({ chains }: Story, slots: number): Promise<void> {
  onTestFinished(() => lagSolana(chains.SOL, 'finalized', FINAL_LAG))
  await lagSolana(chains.SOL, 'finalized', slots)
}

/** The last block height of a transaction that would be signed now. */
async function lifetimeOffered({ sql }: Story): Promise<number> {
  const { rows } = await sql.query<{ height: string }>(
    `SELECT fees->>'lastValidBlockHeight' AS height FROM chain_cursor WHERE chain = 'SOL'`,
  )
  return Number(rows[0]?.height)
}

/** The last block height that accepts the forward of a payment. */
async function lifetimeSigned({ sql }: Story, { id }: Journey): Promise<number> {
  const { rows } = await sql.query<{ height: string }>(
    `SELECT sequence AS height FROM attempt_input JOIN spend_intent ON spend_intent.id = attempt_input.intent_id WHERE ref = $1`,
    [id],
  )
  return Number(rows[0]?.height)
}

/** True once a node has refused the forward of a payment for its blockhash. */
async function isRefused(story: Story, { id }: Journey): Promise<boolean> {
  const refused = `spend_attempt JOIN spend_intent ON lead_id = intent_id WHERE ref = $1 AND last_problem ILIKE '%blockhash%'`
  return (await count(story, refused, [id])) === 1
}
