import { eventually } from '@gateway/testing/wait'
import { assetOf, type AssetCode } from '@gateway/domain/money/asset'
import { balanceOf, chainOf } from '@gateway/scripts/pay/rails'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasReadAll } from '../support/chain-heights.ts'
import { escrowReaches, fundEscrow } from '../support/fund-escrow.ts'
import { say } from '../support/say.ts'
import { sharedStory } from '../support/shared-story.ts'
import { mine, type Story } from '../support/story.ts'
import { newWallets } from '../support/wallets.ts'
import { covered } from '../support/tier.ts'

let story: Story
beforeAll(async () => void (story = await sharedStory()))
afterAll(() => story?.close())

/** What each escrow is about, and the most that the network takes of it, in whole coins; an asset joins by its row. */
const assets = {
  BTC: { amount: 0.05, network: 0.0005 },
  BCH: { amount: 0.05, network: 0.0005 },
  ETH: { amount: 0.5, network: 0 },
  USDC_ETH: { amount: 50, network: 0 },
  POL: { amount: 200, network: 0 },
  USDC_POL: { amount: 50, network: 0 },
  SOL: { amount: 2, network: 0.00001 },
  USDC_SOL: { amount: 50, network: 0 },
} as const satisfies Partial<Record<AssetCode, { amount: number; network: number }>>
type Asset = keyof typeof assets

type Members = Readonly<Record<string, unknown>>

const call = async (place: string, body?: Members): Promise<Members> => (await say(story.gateway.api, place, body && { body })).body

/** A new escrow without any credential. */
async function open(asset: Asset) {
  const chain = chainOf(asset)
  const [depositor, beneficiary] = [(await newWallets([chain]))[chain], (await newWallets([chain]))[chain]]
  const parties = { depositor_address: depositor, beneficiary_address: beneficiary }
  const escrow = await call('POST /escrow', { chain: asset, amount: assets[asset].amount, ...parties })
  const known = { id: String(escrow['id']), chain: asset, escrow_address: String(escrow['escrow_address']), amount: assets[asset].amount }
  return { ...known, token: String(escrow['release_token']), depositor, beneficiary }
}

const is =
  (status: string) =>
  (escrow: Members): boolean =>
    escrow['status'] === status

const balance = async (asset: Asset, address: string): Promise<number> =>
  Number(await balanceOf(story.chains, asset, address)) / 10 ** assetOf(asset).decimals

describe.each(covered(Object.keys(assets) as Asset[], String))('an escrow in %s', (asset) => {
  const { amount, network } = assets[asset]

  test('a released escrow pays the beneficiary the amount less the fee, and the depositor the excess', async () => {
    const escrow = await open(asset)
    const { id, token, depositor, beneficiary } = escrow
    await fundEscrow(story, escrow, amount * 1.5)
    expect(await call(`POST /escrow/${id}/release`, { release_token: token })).toMatchObject({
      status: 'released',
      escrow: { status: 'released' },
    })
    expect((await escrowReaches(story, escrow, is('settled')))['settlement_tx_hash']).toEqual(expect.any(String))
    const paid = await balance(asset, beneficiary)
    expect(await balance(asset, depositor)).toBe(amount / 2)
    expect(paid).toBeLessThanOrEqual(amount * 0.99)
    expect(paid).toBeGreaterThanOrEqual(amount * 0.99 - network)
  })

  test('a refunded escrow pays the depositor everything back, without a fee', async () => {
    const escrow = await open(asset)
    const { id, token, depositor, beneficiary } = escrow
    await fundEscrow(story, escrow)
    expect(await call(`POST /escrow/${id}/refund`, { release_token: token, reason: 'not delivered' })).toMatchObject({ status: 'refunded' })
    await escrowReaches(story, escrow, ({ settlement_tx_hash: sent }) => sent !== null)
    const back = await eventually('the refund to be mined', async () => {
      if (await hasReadAll(story, chainOf(asset))) await mine(story, chainOf(asset), 1)
      return (await balance(asset, depositor)) || undefined
    })
    expect(back).toBeGreaterThanOrEqual(amount - network)
    expect(await balance(asset, beneficiary)).toBe(0)
  })
})
