import { chainDrivers, type DevnetChain, folderOf } from '@gateway/devnet/chains'
import type { Running } from '@gateway/devnet/processes/running'
import { keptEvmHeight } from '@gateway/devnet/evm/evm-state'
import { eventually } from '@gateway/testing/wait'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { headOf } from '../support/chain-heights.ts'
import { mine, openStory, type Story } from '../support/story.ts'
import { bitcoin, bitcoinCash, ethereum, type Family, polygon } from './family.ts'
import { ask, attemptOf, pay } from './journey.ts'
import { killServer } from './processes.ts'
import { provePaidOnce } from './proof.ts'

let story: Story
const restarted: Running[] = []
beforeAll(async () => void (story = await openStory()))
afterAll(async () => {
  await story?.close()
  for (const node of restarted) await node.stop()
})

/** A killed bitcoind keeps its blocks and loses its mempool. */
async function killNode({ chain }: Family): Promise<void> {
  await killServer(story.chains[chain])
  await startAgain(chain)
}

/** anvil loses blocks that are not on disk when it is killed. */
async function killOnceWritten({ chain }: Family): Promise<void> {
  const height = await headOf(story, chain)
  await eventually('the node to write its newest block', async () => keptEvmHeight(placeOf(chain)) === height)
  await killServer(story.chains[chain])
  await startAgain(chain)
  expect(await headOf(story, chain)).toBe(height)
}

/** bchd does not say which blocks are on disk, but writes all of them when it ends; its mempool is never written. */
async function endNode({ chain }: Family): Promise<void> {
  await story.chains[chain].stop()
  await startAgain(chain)
}

const placeOf = (chain: DevnetChain): string => join(story.around.dataDir, folderOf(chain))

const startAgain = async (chain: DevnetChain): Promise<void> =>
  void restarted.push(await chainDrivers[chain].start({ dataDir: placeOf(chain) }))

/** Solana has no mempool. */
const rows: Readonly<Record<Exclude<DevnetChain, 'SOL'>, { readonly family: Family; readonly lose: (family: Family) => Promise<void> }>> = {
  BTC: { family: bitcoin, lose: killNode },
  BCH: { family: bitcoinCash, lose: endNode },
  ETH: { family: ethereum, lose: killOnceWritten },
  POL: { family: polygon, lose: killOnceWritten },
}

test.each(Object.values(rows))(
  'S8: a node of $family.chain ends and loses its mempool; the same bytes are broadcast at the next block and pay once',
  async ({ family, lose }) => {
    const journey = await ask(story, family)
    await pay(story, family, journey)
    const { forward_tx_hash: txId } = await story.shop.reaches(journey.id, (payment) => payment.forward_tx_hash !== null)
    const stored = await attemptOf(story, journey.id)
    await lose(family)
    expect(await family.knows(story, txId ?? '')).toBe(false)
    await mine(story, family.chain, 1)
    await eventually('the node to have the payout again', () => family.knows(story, txId ?? ''))
    expect(await attemptOf(story, journey.id)).toEqual(stored)
    await provePaidOnce(story, family, journey)
    expect(await attemptOf(story, journey.id)).toMatchObject({ raw: stored?.raw, state: 'final' })
  },
)
