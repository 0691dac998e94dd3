import type { DevnetChain } from '@gateway/devnet/chains'
import { driverOf } from '@gateway/devnet/chains'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasReadAll } from '../support/chain-heights.ts'
import { FINALIZING } from '../support/forwarding.ts'
import { say } from '../support/say.ts'
import { sharedStory } from '../support/shared-story.ts'
import { mine, type Story } from '../support/story.ts'
import { newWallets } from '../support/wallets.ts'

let story: Story
beforeAll(async () => void (story = await sharedStory()))
afterAll(() => story?.close())

/** The chains whose addresses the gateway holds the keys of; a chain joins by its row. */
const chains = ['BTC', 'BCH'] as const satisfies readonly DevnetChain[]
/** What each escrow is about, in whole coins, and what the network may take of it. */
const AMOUNT = 0.05
const NETWORK = 0.0005

type Members = Readonly<Record<string, unknown>>

const call = async (place: string, body?: Members): Promise<Members> => (await say(story.gateway.api, place, body && { body })).body

/** A new escrow without any credential. */
async function open(chain: DevnetChain, terms: Members = {}) {
  const [depositor, beneficiary] = [(await newWallets([chain]))[chain], (await newWallets([chain]))[chain]]
  const parties = { depositor_address: depositor, beneficiary_address: beneficiary }
  const escrow = await call('POST /escrow', { chain, amount: AMOUNT, ...parties, ...terms })
  return {
    escrow,
    id: String(escrow['id']),
    address: String(escrow['escrow_address']),
    token: String(escrow['release_token']),
    depositor,
    beneficiary,
  }
}

const read = (id: string): Promise<Members> => call(`GET /escrow/${id}`)

/** Mines until an escrow has a status. */
const reaches = (chain: DevnetChain, id: string, status: string): Promise<Members> =>
  eventually(`escrow ${id} to be ${status}`, async () => {
    const isRead = await hasReadAll(story, chain)
    const escrow = await read(id)
    if (escrow['status'] === status) return escrow
    if (isRead) await mine(story, chain, 1)
    return undefined
  })

async function fund(chain: DevnetChain, { id, address }: { id: string; address: string }, coins = AMOUNT): Promise<void> {
  await driverOf(chain).pay(story.chains[chain], { to: address, units: BigInt(Math.round(coins * 1e8)) })
  await reaches(chain, id, 'funded')
}

/** Coins of an address, once what was sent to it is buried. */
const balance = async (chain: DevnetChain, address: string): Promise<number> =>
  Number(await driverOf(chain).balance(story.chains[chain], address)) / 1e8

describe.each(chains)('an escrow on %s', (chain) => {
  test('is released: the beneficiary gets the amount less the fee, the depositor what is above it', async () => {
    const { id, address, token, depositor, beneficiary } = await open(chain)
    await fund(chain, { id, address }, AMOUNT + 0.02)
    expect(await call(`POST /escrow/${id}/release`, { release_token: token })).toMatchObject({
      status: 'released',
      escrow: { status: 'released' },
    })
    const settled = await reaches(chain, id, 'settled')
    await mine(story, chain, FINALIZING[chain])
    expect(settled['settlement_tx_hash']).toMatch(/^[0-9a-f]{64}$/)
    const [paid, back] = [await balance(chain, beneficiary), await balance(chain, depositor)]
    expect(back).toBe(0.02)
    expect(paid).toBeLessThan(AMOUNT * 0.99)
    expect(paid).toBeGreaterThan(AMOUNT * 0.99 - NETWORK)
  })

  test('is refunded: the depositor gets everything back, without a fee', async () => {
    const { id, address, token, depositor, beneficiary } = await open(chain)
    await fund(chain, { id, address })
    expect(await call(`POST /escrow/${id}/refund`, { release_token: token, reason: 'not delivered' })).toMatchObject({ status: 'refunded' })
    const paidBack = await eventually('the refund to be sent', async () => {
      if (await hasReadAll(story, chain)) await mine(story, chain, 1)
      return (await balance(chain, depositor)) || undefined
    })
    expect(paidBack).toBeGreaterThan(AMOUNT - NETWORK)
    expect(await balance(chain, beneficiary)).toBe(0)
  })
})
