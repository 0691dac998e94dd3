import type { DevnetChain } from '@gateway/devnet/chains'
import { eventually } from '@gateway/testing/wait'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { pay } from '../support/customer.ts'
import { LIFE, untilForwarded } from '../support/forwarding.ts'
import { readHealth } from '../support/health.ts'
import type { NodeMood } from '../support/node-proxy.ts'
import { sharedStory } from '../support/shared-story.ts'
import { mine, type Story } from '../support/story.ts'

let story: Story
beforeAll(async () => void (story = await sharedStory()))
afterAll(() => story?.close())
afterEach(() => {
  for (const node of Object.values(story.nodes)) node.behave('honest')
})

/** A change to the logs that a node returns for a block. */
const withLogs =
  (change: (logs: readonly unknown[]) => readonly unknown[]): NodeMood =>
  (answer, question) => {
    if (!question.includes('"eth_getLogs"')) return answer
    const told = JSON.parse(answer) as { result: unknown[] }
    return JSON.stringify({ ...told, result: change(told.result) })
  }

/** Faults of a node, as changes of its answers. */
const troubles: readonly (readonly [string, DevnetChain, NodeMood])[] = [
  ['is down', 'BTC', 'away'],
  ['is down', 'ETH', 'away'],
  ['does not answer', 'BTC', 'silent'],
  ['does not answer', 'ETH', 'silent'],
  ['answers with a web page', 'BTC', () => '<html><body>502 Bad Gateway</body></html>'],
  ['answers with a web page', 'ETH', () => '<html><body>502 Bad Gateway</body></html>'],
  ['truncates its answers', 'BTC', (answer) => answer.slice(0, answer.length / 2)],
  [
    'changes blocks and transactions under their hash',
    'BTC',
    (answer, question) => (/"get(block|rawtransaction)"/.test(question) ? answer.replaceAll('0014', '0015') : answer),
  ],
  ['serves another network', 'ETH', (answer, question) => (question.includes('eth_chainId') ? answer.replace('0x7a69', '0x1') : answer)],
  ['serves another network', 'BTC', (answer) => answer.replaceAll('"regtest"', '"main"')],
  [
    'returns another block than the requested one',
    'ETH',
    (answer, question) => (question.includes(',true]') ? answer.replace(/"number":"0x[0-9a-f]+"/, '"number":"0x1"') : answer),
  ],
  ['omits the logs of its blocks', 'ETH', withLogs(() => [])],
  ['omits the last log of each block', 'ETH', withLogs((logs) => logs.slice(0, -1))],
]

/** Faults that only token payments meet. */
const shownByLogs: ReadonlySet<string> = new Set(['omits the logs of its blocks', 'omits the last log of each block'])

/** Faults that show only with a block to read. */
const shownByBlocks: ReadonlySet<string> = new Set([
  'changes blocks and transactions under their hash',
  'returns another block than the requested one',
  ...shownByLogs,
])

/** Status and problem must come from one answer, because an earlier delay of the scanner ends at any moment. */
const untilReadinessShows = (chain: DevnetChain): Promise<unknown> =>
  eventually('readiness to show the fault', async () => {
    const { status, chains } = await readHealth(story.gateway.api)
    return status === 503 && chains[chain]?.ok === false
  })

/** Waits for a failed scan of a chain after a moment. */
const untilLookedAgain = (chain: string, since: Date): Promise<unknown> =>
  eventually('another scan of the chain to fail', async () => {
    const failed = 'SELECT FROM chain_cursor WHERE chain = $1 AND updated_at > $2 AND problem IS NOT NULL'
    return (await story.sql.query(failed, [chain, since])).rowCount === 1
  })

test.each(troubles)(
  'a node that %s (%s) fails readiness and stops credits, and the payment is forwarded once it is honest',
  async (what, chain, mood) => {
    const { shop, gateway, nodes } = story
    const asked = await shop.ask({ blockchain: shownByLogs.has(what) ? 'USDC_ETH' : chain })
    nodes[chain].behave(mood)
    if (!shownByBlocks.has(what)) await untilReadinessShows(chain)
    await pay(story, asked)
    await mine(story, chain, 1)
    await untilReadinessShows(chain)
    await untilLookedAgain(chain, new Date())
    expect(await shop.read(asked.id)).toMatchObject({ status: 'pending', amount_received: '0' })
    nodes[chain].behave('honest')
    const paid = await untilForwarded(story, asked)
    expect(paid).toMatchObject({ amount_received: asked.crypto_amount, exceptions: [] })
    await eventually('readiness to recover', async () => (await readHealth(gateway.api)).status === 200)
    await shop.hears(asked.id, LIFE)
  },
)
