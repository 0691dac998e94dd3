import { type RunningBitcoin, startBitcoin } from '@gateway/devnet/bitcoin'
import { callRpc } from '@gateway/devnet/rpc'
import { eventually } from '@gateway/testing/wait'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mine, openStory, type Story } from '../support/story.ts'
import { bitcoin, ethereum } from './family.ts'
import { ask, attemptOf, pay } from './journey.ts'
import { provePaidOnce } from './proof.ts'

let story: Story
let restarted: RunningBitcoin | undefined
beforeAll(async () => void (story = await openStory()))
afterAll(async () => {
  await story?.close()
  await restarted?.stop()
})

/** What is killed without warning has written its blocks, and forgets what no block holds. */
async function restartBitcoin(): Promise<void> {
  process.kill(story.bitcoin.pid, 'SIGKILL')
  await story.bitcoin.exited
  restarted = await startBitcoin({ dataDir: join(story.around.dataDir, 'bitcoind') })
}

test.each([
  { family: ethereum, lose: () => callRpc(story.evm.rpc, { method: 'anvil_dropAllTransactions' }) },
  { family: bitcoin, lose: restartBitcoin },
])(
  'S8: a node of $family.chain loses its mempool; the same bytes are sent again with the next block, and pay once',
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
