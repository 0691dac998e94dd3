import type { DevnetChain } from '@gateway/devnet/chains'
import { chainFacts } from '@gateway/domain/money/chain-facts'
import { chainOf as chainOfAsset, payableAsset } from '@gateway/scripts/pay/rails'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { eventually } from '@gateway/testing/wait'
import { hasReadAll } from './chain-heights.ts'
import { mine, type Story } from './story.ts'

/** Events of a regular payment, in order. */
export const LIFE = [
  'payment.created',
  'payment.pending',
  'payment.confirming',
  'payment.completed',
  'payment.confirmed',
  'payment.forwarding',
  'payment.forwarded',
]

/** Blocks that confirm a payment of less than a hundred dollars. */
export const CONFIRMING = { BTC: 1, BCH: 1, ETH: 12, POL: 128, SOL: 5 } as const
/** Blocks that make a forward final. */
export const FINALIZING: Readonly<Record<DevnetChain, number>> = { BTC: 6, BCH: 10, ETH: 6, POL: 6, SOL: 5 }

/** The chain of a payment. */
const chainOf = ({ blockchain }: Pick<ShownPayment, 'blockchain'>): DevnetChain => chainOfAsset(payableAsset(blockchain))

/** Mines until a paid payment is confirmed and its forward was sent. */
export async function untilSent(story: Story, payment: ShownPayment): Promise<ShownPayment> {
  const chain = chainOf(payment)
  await mine(story, chain, CONFIRMING[chain])
  // After a reorg payments on some chains need more confirmations.
  const seen = await story.shop.reaches(payment.id, ({ confirmations, forward_tx_hash: sent }) => confirmations > 0 || sent !== null)
  if (chainFacts[chain].isReorgProne) await mine(story, chain, seen.confirmations_required - seen.confirmations)
  return story.shop.reaches(payment.id, ({ forward_tx_hash: sent }) => sent !== null)
}

/** Mines until a paid payment is forwarded. */
export async function untilForwarded(story: Story, payment: ShownPayment): Promise<ShownPayment> {
  await untilSent(story, payment)
  const chain = chainOf(payment)
  await mine(story, chain, FINALIZING[chain])
  return miningOn(story, payment, ({ status }) => status === 'forwarded')
}

/**
 * Waits until a payment is accepted, and mines another block whenever the chain is read and it is not: a slow sender may have missed the blocks mined
 * for its transaction.
 */
export async function miningOn(story: Story, payment: ShownPayment, until: (payment: ShownPayment) => boolean): Promise<ShownPayment> {
  const chain = chainOf(payment)
  return eventually(`payment ${payment.id} to reach the awaited state`, async () => {
    const isRead = await hasReadAll(story, chain)
    const now = await story.shop.read(payment.id)
    if (until(now)) return now
    if (isRead) await mine(story, chain, 1)
    return undefined
  })
}
