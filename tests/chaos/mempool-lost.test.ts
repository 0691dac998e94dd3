import { chainDrivers, folderOf } from '@gateway/devnet/chains'
import type { Running } from '@gateway/devnet/processes/running'
import { keptEvmHeight } from '@gateway/devnet/evm/evm-state'
import { eventually } from '@gateway/testing/wait'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { headOf } from '../support/chain-heights.ts'
import { mine, openStory, type Story } from '../support/story.ts'
import { bitcoin, ethereum } from './family.ts'
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

/** A killed node keeps its blocks and loses its mempool. */
async function restartBitcoin(): Promise<void> {
  await killServer(story.bitcoin)
  restarted.push(await chainDrivers.BTC.start({ dataDir: join(story.around.dataDir, folderOf('BTC')) }))
}

/** Waits until the newest block is on disk, because an earlier kill would lose it too. */
async function restartEvm(): Promise<void> {
  const dataDir = join(story.around.dataDir, folderOf('ETH'))
  const height = await headOf(story, 'ETH')
  await eventually('anvil to write its newest block', async () => keptEvmHeight(dataDir) === height)
  await killServer(story.evm)
  restarted.push(await chainDrivers.ETH.start({ dataDir }))
  expect(await headOf(story, 'ETH')).toBe(height)
}

test.each([
  { family: ethereum, lose: restartEvm },
  { family: bitcoin, lose: restartBitcoin },
])(
  'S8: a node of $family.chain is killed and loses its mempool; the same bytes are broadcast at the next block and pay once',
  async ({ family, lose }) => {
    const journey = await ask(story, family)
    await pay(story, family, journey)
    const { forward_tx_hash: txId } = await story.shop.reaches(journey.id, (payment) => payment.forward_tx_hash !== null)
    const stored = await attemptOf(story, journey.id)
    await lose()
    expect(await family.knows(story, txId ?? '')).toBe(false)
    await mine(story, family.chain, 1)
    await eventually('the node to have the payout again', () => family.knows(story, txId ?? ''))
    expect(await attemptOf(story, journey.id)).toEqual(stored)
    await provePaidOnce(story, family, journey)
    expect(await attemptOf(story, journey.id)).toMatchObject({ raw: stored?.raw, state: 'final' })
  },
)
