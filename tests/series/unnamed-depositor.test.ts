import { chainOf, balanceOf } from '@gateway/scripts/pay/rails'
import { assetOf } from '@gateway/domain/money/asset'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasReadAll } from '../support/chain-heights.ts'
import { escrowReaches, fundEscrow } from '../support/fund-escrow.ts'
import { nameOnPage } from '../support/name-depositor.ts'
import { say } from '../support/say.ts'
import { type Shared, sharedStory } from '../support/shared-story.ts'
import { mine } from '../support/story.ts'
import { covered } from '../support/tier.ts'
import { newWallets } from '../support/wallets.ts'

let story: Shared
beforeAll(async () => void (story = await sharedStory()))
afterAll(() => story?.close())

const assets = ['ETH', 'USDC_ETH', 'POL', 'USDC_POL'] as const
type Asset = (typeof assets)[number]
type Members = Readonly<Record<string, unknown>>

const addressOn = async (asset: Asset): Promise<string> => (await newWallets([chainOf(asset)]))[chainOf(asset)]

/** The specification's own request for a series in crypto: no field names the customer's address. */
async function create(coin: Asset, terms: Members = {}) {
  const body = {
    business_id: story.shop.businessId,
    payment_method: 'crypto',
    customer_email: 'lena@hoffmann.example',
    description: 'Coffee of the month',
    amount: 25,
    currency: 'USD',
    coin,
    interval: 'monthly',
    max_periods: 1,
    beneficiary_address: story.shop.wallets[chainOf(coin)],
    ...terms,
  }
  return say(story.gateway.api, 'POST /escrow/series', { key: story.shop.key, body })
}

/** The customer's token, from the link in the e-mail that has come. */
const tokenMailed = (id: string): Promise<{ token: string; text: string }> =>
  eventually(`the e-mail about escrow ${id}`, async () => {
    const link = new RegExp(`id=${id}&token=(esc_[0-9a-f]{64})`)
    const text = story.mail.emails.map(({ text: body }) => body).find((body) => link.test(body))
    const token = link.exec(text ?? '')?.[1]
    return token === undefined ? undefined : { token, text: text ?? '' }
  })

async function child(coin: Asset) {
  const { status, body } = await create(coin)
  expect(status).toBe(201)
  const escrow: Members = Object(body['escrow'])
  const id = String(escrow['id'])
  return { seriesId: String(body['id']), escrow, id, ...(await tokenMailed(id)) }
}

const read = async (id: string, token?: string): Promise<Members> =>
  (await say(story.gateway.api, `GET /escrow/${id}`, token === undefined ? {} : { headers: { 'x-escrow-token': token } })).body

const balance = async (asset: Asset, address: string): Promise<number> =>
  Number(await balanceOf(story.chains, asset, address)) / 10 ** assetOf(asset).decimals

describe.each(covered([...assets], String))('a series in %s whose request names no address of the customer', (asset) => {
  test('opens a child without an address, which the customer names first, then pays, and is paid back at', async () => {
    const { seriesId, escrow, id, token, text } = await child(asset)
    expect(escrow).toMatchObject({ status: 'created', escrow_address: null, contract: null, depositor_address: null })
    expect(text).toContain('First open the escrow and name your address for refunds')
    const depositor = await addressOn(asset)
    expect(await nameOnPage(story.gateway.api, { id, token }, depositor)).toBe(303)
    const named = await read(id, token)
    expect(named).toMatchObject({ status: 'created', depositor_address: depositor, contract: { terms: { depositor } } })
    expect(named['escrow_address']).toMatch(/^0x/)
    expect(named['expires_at']).toBe(escrow['expires_at'])
    const { body } = await say(story.gateway.api, `GET /escrow/series/${seriesId}`, { key: story.shop.key })
    expect(body['escrows']).toMatchObject([{ id, escrow_address: named['escrow_address'] }])

    const [address, amount] = [String(named['escrow_address']), Number(named['amount'])]
    const payable = { id, chain: asset, escrow_address: address, amount }
    await fundEscrow(story, payable)
    const refund = { body: { release_token: token, reason: 'not delivered' } }
    expect(await say(story.gateway.api, `POST /escrow/${id}/refund`, refund)).toMatchObject({ body: { status: 'refunded' } })
    await escrowReaches(story, payable, ({ settlement_tx_hash: sent }) => sent !== null)
    const back = await eventually('the refund to be mined', async () => {
      if (await hasReadAll(story, chainOf(asset))) await mine(story, chainOf(asset), 1)
      return (await balance(asset, depositor)) || undefined
    })
    expect(back).toBe(amount)
  })
})

describe('the page of a contract that waits for its customer', () => {
  test('takes one address, from the customer alone', async () => {
    const { id, token } = await child('ETH')
    const [first, second] = [await addressOn('ETH'), await addressOn('ETH')]
    const { api } = story.gateway
    expect(await nameOnPage(api, { id, token: `esc_${'0'.repeat(64)}` }, first)).toBe(403)
    expect(await nameOnPage(api, { id, token }, 'nonsense')).toBe(400)
    expect((await read(id))['escrow_address']).toBeNull()
    const raced = await Promise.all([nameOnPage(api, { id, token }, first), nameOnPage(api, { id, token }, second)])
    const named = await read(id)
    // The loser was overtaken, or found a page without the form.
    expect(raced.filter((status) => status === 303)).toHaveLength(1)
    expect(raced.filter((status) => status === 400 || status === 403)).toHaveLength(1)
    expect([first, second]).toContain(named['depositor_address'])
    expect(await nameOnPage(api, { id, token }, second)).toBe(403)
    expect(await read(id)).toEqual(named)
  })

  test('shows where to pay, with its code, once the address is named', async () => {
    const { id, token } = await child('USDC_ETH')
    const look = async () =>
      (
        await fetch(`${story.gateway.api}/escrow/manage?id=${id}`, {
          headers: { accept: 'text/html', cookie: `__Host-escrow-${id}=${token}` },
        })
      ).text()
    const before = await look()
    expect(before).toContain('Your address for refunds')
    expect(before).not.toContain('id="wallet"')
    await nameOnPage(story.gateway.api, { id, token }, await addressOn('USDC_ETH'))
    const after = await look()
    const { escrow_address: address } = await read(id)
    expect(after).toContain(`data-copy="${String(address)}"`)
    expect(after).toContain('id="qr-address"')
    expect(after).not.toContain('Your address for refunds')
  })
})

test.each([
  ['ETH', { depositor_address: 'nonsense' }, 'INVALID_ADDRESS'],
  ['POL', { beneficiary_address: undefined }, 'VALIDATION_ERROR'],
] as const)('a series in %s with %o is refused all the same', async (coin, terms, code) => {
  expect(await create(coin, terms)).toMatchObject({ status: 400, body: { code } })
})
