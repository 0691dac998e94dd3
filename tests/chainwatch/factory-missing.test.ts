import { escrowFactoryAddress } from '@gateway/chains/evm/escrow/escrow-factory'
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
afterEach(() => story.nodes.ETH.behave('honest'))

/** A chain on which nobody has deployed a contract. */
const withoutContract =
  (address: string): NodeMood =>
  (answer, question) =>
    question.includes('"eth_getCode"') && question.includes(address) ? answer.replace(/"result":"0x[0-9a-f]*"/, '"result":"0x"') : answer

const problemOf = async (chain: string): Promise<string | null> => {
  const { rows } = await story.sql.query<{ problem: string | null }>('SELECT problem FROM chain_cursor WHERE chain = $1', [chain])
  return rows[0]?.problem ?? null
}

test.each([
  ['deposit factory', () => story.contracts.factory],
  ['escrow factory', escrowFactoryAddress],
])(
  'a gateway that starts without the %s of a chain names it, and records what arrives; all is well once it is deployed',
  async (name, find) => {
    const { gateway, nodes, shop } = story
    const address = find()
    await gateway.kill('worker')
    nodes.ETH.behave(withoutContract(address))
    await gateway.start('worker')
    await eventually('the chain to be called unavailable', async () => {
      const { status, chains } = await readHealth(gateway.api)
      return status === 503 && chains['ETH']?.ok === false && (await problemOf('ETH'))?.includes('is not deployed')
    })
    expect(await problemOf('ETH')).toBe(`The ${name} is not deployed on ETH: there is no contract at ${address}`)
    const asked = await shop.ask({ blockchain: 'ETH' })
    await pay(story, asked)
    await mine(story, 'ETH', 1)
    await shop.reaches(asked.id, ({ amount_received: received }) => received === asked.crypto_amount)
    nodes.ETH.behave('honest')
    await untilForwarded(story, asked)
    await eventually('readiness to recover', async () => (await readHealth(gateway.api)).status === 200)
    expect(await problemOf('ETH')).toBeNull()
    await shop.hears(asked.id, LIFE)
  },
)
