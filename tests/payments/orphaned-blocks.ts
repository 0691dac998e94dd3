import { devnetChains } from '@gateway/devnet/chains'
import { chainFacts } from '@gateway/domain/money/chain-facts'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { balanceOf } from '@gateway/scripts/pay/rails'
import { eventually } from '@gateway/testing/wait'
import { describe, expect, test } from 'vitest'
import { unitsOf } from '../support/customer.ts'
import { CONFIRMING, LIFE, miningOn, untilForwarded, untilSent } from '../support/forwarding.ts'
import { blocksSince, reorgedChains } from '../support/reorgs.ts'
import { mine, type Story } from '../support/story.ts'
import { covered } from '../support/tier.ts'

/** The chains whose blocks are orphaned in a story; it has to serve them. */
export const orphaned = covered(reorgedChains, ({ chain }) => chain)

/** Above 100 USD a chain that confirms with one block needs more, so that one block leaves the payment detected. */
const ABOVE_ONE_BLOCK = 150

/** Where only a final block counts, no confirmation is shown for it yet. */
const untilInBlock = ({ sql }: Story, { id }: ShownPayment): Promise<unknown> =>
  eventually('the deposit to be in a block', async () => {
    const mined = "SELECT FROM deposit WHERE subject_id = $1 AND state = 'included'"
    return (await sql.query(mined, [id])).rowCount === 1
  })

/** The tests of orphaned blocks, for a story whose chains are reorganised anyway. */
export function testOrphanedBlocks(storyOf: () => Story): void {
  test('Every chain whose payments wait longer after a reorg has reorgs here', () => {
    const prone = devnetChains.filter((chain) => chainFacts[chain].isReorgProne)
    expect(reorgedChains.map(({ chain }) => chain)).toEqual(expect.arrayContaining(prone))
  })

  describe.each(orphaned)('an orphaned $chain block', ({ chain, pay, orphan, sendAgain }) => {
    /** Where nodes keep orphaned transactions, a deposit is still seen. */
    const isKept = chainFacts[chain].watchesMempool

    test('A deposit in it loses its confirmations, and completes the payment when it is mined again', async () => {
      const story = storyOf()
      const { shop } = story
      const asked = await shop.ask({ blockchain: chain, ...(CONFIRMING[chain] === 1 && { amount: ABOVE_ONE_BLOCK }) })
      const kept = await pay(story, asked)
      await mine(story, chain, 1)
      await untilInBlock(story, asked)
      await orphan(story, 1)
      const lost = await shop.reaches(asked.id, ({ exceptions }) => exceptions.length > 0)
      const shown = isKept ? { status: 'detected', confirmations: 0 } : { status: 'pending', amount_received: '0', tx_hash: null }
      expect(lost).toMatchObject({ ...shown, exceptions: ['reorged'] })
      await sendAgain(story, kept)
      await mine(story, chain, 1)
      await untilInBlock(story, asked)
      const paid = await untilForwarded(story, asked)
      expect(paid).toMatchObject({ exceptions: ['reorged'], amount_received: asked.crypto_amount })
      await shop.hears(asked.id, ['payment.created', 'payment.pending', 'payment.confirming', ...LIFE.slice(isKept ? 2 : 1)])
    })

    test('A forward orphaned with its deposit is broadcast again unchanged, and pays the merchant once', async () => {
      const story = storyOf()
      const { shop } = story
      const inWallet = () => balanceOf(story.chains, chain, shop.wallets[chain])
      const asked = await shop.ask({ blockchain: chain })
      const kept = await pay(story, asked)
      const before = await inWallet()
      const sent = await untilSent(story, asked)
      await mine(story, chain, 1)
      await orphan(story, await blocksSince(story, { chain, what: 'deposit', paymentId: asked.id }), kept)
      const lost = await shop.reaches(asked.id, ({ exceptions }) => exceptions.includes('reorged'))
      expect(['confirmed', 'forwarding']).toContain(lost.status)
      const paid = await miningOn(story, asked, ({ status }) => status === 'forwarded')
      expect(paid.forward_tx_hash).toBe(sent.forward_tx_hash)
      expect((await inWallet()) - before).toBe(unitsOf(asked, paid.merchant_amount))
      const attempts = 'SELECT handle FROM spend_attempt JOIN spend_intent ON id = intent_id WHERE ref = $1'
      expect((await story.sql.query(attempts, [asked.id])).rows).toEqual([{ handle: sent.forward_tx_hash }])
      await shop.hears(asked.id, LIFE)
    })
  })
}
