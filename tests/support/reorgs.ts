import { reorgBitcoin } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { reorgBitcoinCash } from '@gateway/devnet/bitcoin-cash/bitcoin-cash-faucet'
import { type DevnetChain, devnetChains } from '@gateway/devnet/chains'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { getAddress, type Hex } from 'viem'
import { headOf } from './chain-heights.ts'
import { pay, unitsOf } from './customer.ts'
import { payKept, reorganise, send } from './reorganise.ts'
import type { Story } from './story.ts'

/** How a chain loses its newest blocks, and how a payment in them gets into a new one. */
interface Reorgs {
  /** Pays a payment; returns the bytes that must be sent again after a reorg: none where nodes keep orphaned transactions. */
  readonly pay: (story: Story, asked: ShownPayment) => Promise<readonly Hex[]>
  /** Replaces the newest blocks; the first new one may hold transactions that were kept. */
  readonly orphan: (story: Story, depth: number, kept?: readonly Hex[]) => Promise<unknown>
  readonly sendAgain: (story: Story, kept: readonly Hex[]) => Promise<unknown>
}

/** The reorgs of each chain; undefined where a block that the gateway reads is never replaced. */
const reorgs: { readonly [Chain in DevnetChain]: Reorgs | undefined } = {
  BTC: keptByNodes(({ chains }, depth) => reorgBitcoin(chains.BTC, depth)),
  BCH: keptByNodes(({ chains }, depth) => reorgBitcoinCash(chains.BCH, depth)),
  ETH: droppedByNodes('ETH'),
  POL: droppedByNodes('POL'),
  // A block is read once two thirds of the stake have voted for it, and credited once it is final.
  SOL: undefined,
}

/** Every chain with reorgs, with its own. */
export const reorgedChains = devnetChains.flatMap((chain) => {
  const own = reorgs[chain]
  return own ? [{ chain, ...own }] : []
})

function keptByNodes(orphan: (story: Story, depth: number) => Promise<unknown>): Reorgs {
  const paid = async (story: Story, asked: ShownPayment): Promise<readonly Hex[]> => {
    await pay(story, asked)
    return []
  }
  return { pay: paid, orphan, sendAgain: async () => {} }
}

function droppedByNodes(chain: 'ETH' | 'POL'): Reorgs {
  return {
    pay: async ({ chains }, asked) => [
      await payKept(chains[chain], { to: getAddress(asked.payment_address), wei: unitsOf(asked, asked.crypto_amount) }),
    ],
    orphan: ({ chains }, depth, kept) => reorganise(chains[chain], depth, kept),
    sendAgain: ({ chains }, kept) => Promise.all(kept.map((raw) => send(chains[chain], raw))),
  }
}

const HEIGHTS = {
  deposit: 'SELECT min(height) AS height FROM deposit WHERE subject_id = $1',
  flush: 'SELECT min(height) AS height FROM flush WHERE subject_id = $1',
  forward: 'SELECT min(height) AS height FROM spend_attempt JOIN spend_intent ON id = intent_id WHERE ref = $1',
}

/** A payment's event on a chain. */
interface Event {
  readonly chain: DevnetChain
  readonly what: keyof typeof HEIGHTS
  readonly paymentId: string
}

/**
 * Blocks from the one with a payment's deposit, flush or forward to the newest: more after a reorg, when payments wait for more confirmations,
 * and when a forward has missed blocks.
 */
export async function blocksSince(story: Story, { chain, what, paymentId }: Event): Promise<number> {
  const { rows } = await story.sql.query<{ height: number }>(HEIGHTS[what], [paymentId])
  return (await headOf(story, chain)) - (rows[0]?.height ?? 0) + 1
}
