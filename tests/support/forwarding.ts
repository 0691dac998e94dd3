import type { ShownPayment } from '@gateway/scripts/demo/client'
import { eventually } from '@gateway/testing/wait'
import { hasReadAll } from './chain-heights.ts'
import { mine, type Story } from './story.ts'

/** Events of a payment that met no trouble, in order. */
export const LIFE = [
  'payment.created',
  'payment.pending',
  'payment.confirming',
  'payment.completed',
  'payment.confirmed',
  'payment.forwarding',
  'payment.forwarded',
]

const CONFIRMING = { BTC: 1, ETH: 12 } as const
/** Blocks that make a forward final. */
export const FINALIZING = { BTC: 6, ETH: 6 } as const

/** Which chain carries a payment. */
const chainOf = ({ blockchain }: Pick<ShownPayment, 'blockchain'>): 'BTC' | 'ETH' => (blockchain === 'BTC' ? 'BTC' : 'ETH')

/** Mines until a paid payment is confirmed and its forward was sent. */
export async function untilSent(story: Story, payment: ShownPayment): Promise<ShownPayment> {
  const chain = chainOf(payment)
  await mine(story, chain, CONFIRMING[chain])
  // A reorganisation makes Bitcoin payments wait for more.
  const seen = await story.shop.reaches(payment.id, ({ confirmations, forward_tx_hash: sent }) => confirmations > 0 || sent !== null)
  if (chain === 'BTC') await mine(story, chain, seen.confirmations_required - seen.confirmations)
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
 * Waits until a payment shows what is awaited, and mines another block whenever everything was read and it does not: a transaction whose sender was
 * slow has missed those that were mined for it.
 */
export async function miningOn(story: Story, payment: ShownPayment, until: (payment: ShownPayment) => boolean): Promise<ShownPayment> {
  const chain = chainOf(payment)
  return eventually(`payment ${payment.id} to reach what is awaited`, async () => {
    const isRead = await hasReadAll(story, chain)
    const now = await story.shop.read(payment.id)
    if (until(now)) return now
    if (isRead) await mine(story, chain, 1)
    return undefined
  })
}
