import { chainDrivers, type DevnetChain, driverOf } from '@gateway/devnet/chains'
import type { DevnetNode } from '@gateway/devnet/chain-driver'
import type { Running } from '@gateway/devnet/processes/running'
import { forkSolana } from '@gateway/devnet/solana/solana-faucet'
import { runFolder } from '@gateway/testing/run-folder'
import { eventually } from '@gateway/testing/wait'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hasReadAll } from '../support/chain-heights.ts'
import { pay } from '../support/customer.ts'
import { LIFE, untilForwarded } from '../support/forwarding.ts'
import { readHealth } from '../support/health.ts'
import { readLogLines } from '../support/log-lines.ts'
import { operate, operateAs } from '../support/operator.ts'
import { mine, openStory, type Story } from '../support/story.ts'

/** One chain of each family. */
const chains = ['BTC', 'ETH', 'SOL'] as const
type Watched = (typeof chains)[number]

/** Blocks until the oldest one that is remembered differs: two local Solana chains begin alike, and 200 slots are remembered. */
const BLOCKS: Readonly<Record<Watched, number>> = { BTC: 0, ETH: 0, SOL: 260 }

let story: Story
let others: Readonly<Record<Watched, DevnetNode & Running>>

beforeAll(async () => {
  story = await openStory({ chains })
  const started = chains.map(async (chain) => [chain, await startOther(chain)] as const)
  others = Object.fromEntries(await Promise.all(started)) as typeof others // The chains of the list, each with a node.
  for (const chain of chains) if (BLOCKS[chain] > 0) await mine(story, chain, BLOCKS[chain])
  for (const chain of chains) await eventually(`${chain} to be read`, () => hasReadAll(story, chain))
})
afterAll(async () => {
  for (const other of Object.values(others ?? {})) await other.stop()
  await story?.close()
})
afterEach(() => {
  for (const chain of chains) {
    story.nodes[chain].lead(undefined)
    story.nodes[chain].behave('honest')
  }
})

/** A node of the same network whose chain is longer and was never the gateway's. */
async function startOther(chain: Watched): Promise<DevnetNode & Running> {
  const dataDir = mkdtempSync(join(runFolder(), 'other-'))
  const other: DevnetNode & Running = await chainDrivers[chain].start({ dataDir })
  if (chain === 'SOL') await forkSolana(other, 1)
  await driverOf(chain).mine(other, 40 + BLOCKS[chain])
  return other
}

const cursorOf = async (chain: DevnetChain): Promise<unknown> =>
  (await story.sql.query('SELECT height, hash, taken_back FROM chain_cursor WHERE chain = $1', [chain])).rows[0]

/** The sentence with which readiness refuses the node of a chain. */
const untilRefused = (chain: DevnetChain): Promise<string> =>
  eventually(`readiness to refuse the node of ${chain}`, async () => {
    const { status, chains: shown } = await readHealth(story.gateway.api)
    return status === 503 && shown[chain]?.ok === false ? (shown[chain].refused ?? undefined) : undefined
  })

const untilReady = (): Promise<unknown> =>
  eventually('readiness to recover', async () => (await readHealth(story.gateway.api)).status === 200)

const alarmsOf = (reason: string): string[] =>
  readLogLines(story.around.dataDir).filter((line) => line.includes('node_refused') && line.includes(reason))

/** How a node comes to be another one: between two answers, or while it was away. */
const jumps: readonly (readonly [string, (chain: Watched) => Promise<void>])[] = [
  ['jumps', async (chain) => story.nodes[chain].lead(others[chain].rpc)],
  [
    'comes back',
    async (chain) => {
      story.nodes[chain].behave('away')
      await eventually('the node to be missed', async () => (await readHealth(story.gateway.api)).chains[chain]?.ok === false)
      story.nodes[chain].lead(others[chain].rpc)
      story.nodes[chain].behave('honest')
    },
  ],
]

describe.each(jumps)('a node that %s with another history', (_, jump) => {
  test.each(chains)('stops %s with an alarm, takes nothing back, and pays nothing out until operators lift the pause', async (chain) => {
    const asked = await story.shop.ask({ blockchain: chain })
    const before = await cursorOf(chain)
    await jump(chain)
    const reason = await untilRefused(chain)
    expect(reason).toMatch(
      new RegExp(`^The ${chain} node serves another history: its block \\d+ is \\w+, and this gateway has read \\w+; `),
    )
    expect(await cursorOf(chain)).toEqual(before)
    expect(alarmsOf(reason)).not.toEqual([])
    await eventually('the payouts to be paused', async () => (await operate(story, 'pauses')).includes(reason))
    await pay(story, asked)
    await mine(story, chain, 1)
    expect(await story.shop.read(asked.id)).toMatchObject({ status: 'pending', amount_received: '0' })
    story.nodes[chain].lead(undefined)
    await untilReady()
    for (const name of ['anna', 'berta']) await operateAs(story, name, 'lift', `chain:${chain}`)
    expect(await untilForwarded(story, asked)).toMatchObject({ amount_received: asked.crypto_amount, exceptions: [] })
    await story.shop.hears(asked.id, LIFE)
  })
})

test('a gateway that starts on a node with the BLAKE2b fork of Bitcoin Knots says so in its log and in readiness, and reads nothing', async () => {
  const { gateway, nodes } = story
  await gateway.kill('worker')
  nodes.BTC.behave((answer, question) =>
    question.includes('"getblockchaininfo"') ? answer.replace('"difficulty":', '"difficulty_blake2b":') : answer,
  )
  const before = await cursorOf('BTC')
  await gateway.start('worker')
  const reason = await untilRefused('BTC')
  expect(reason).toBe(
    'The BTC node follows Bitcoin Knots, which left Bitcoin in August 2026 (it answers difficulty_blake2b); this deployment needs Bitcoin Core 29 or newer',
  )
  expect(alarmsOf(reason)).not.toEqual([])
  await mine(story, 'BTC', 1)
  expect(await cursorOf('BTC')).toEqual(before)
  nodes.BTC.behave('honest')
  await untilReady()
  expect((await readHealth(gateway.api)).chains['BTC']).toMatchObject({ refused: null })
})
