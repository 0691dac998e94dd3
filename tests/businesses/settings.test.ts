import { callRpc } from '@gateway/devnet/rpc'
import { eventually } from '@gateway/testing/wait'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '../support/shop.ts'
import { say, type Saying } from '../support/say.ts'
import { sharedStory } from '../support/shared-story.ts'
import type { Story } from '../support/story.ts'

let story: Story
let thirdParty: Shop

beforeAll(async () => {
  story = await sharedStory()
  thirdParty = await openShop(story.gateway.api, story.shop.wallets)
})
afterAll(async () => {
  thirdParty?.receiver.close()
  await story?.close()
})

type Body = Readonly<Record<string, unknown>>

const ask = (route: string, saying?: Saying) => say(story.gateway.api, route, saying)
const create = (body: Body, key = story.shop.token) => ask('POST /businesses', { key, body })

/** A merchant of its own, for lists that no other test changes. */
async function newMerchant(): Promise<string> {
  const body = { email: `m-${randomBytes(6).toString('hex')}@shop.example`, password: 'correct horse battery staple' }
  return String((await ask('POST /auth/register', { body })).body['token'])
}

test('a new business shows its key and its webhook secret once', async () => {
  const created = await create({ name: 'Blue Bottle Books', walletAddresses: story.shop.wallets })
  expect(created.status).toBe(201)
  const { id, api_key: key, webhook_secret: secret } = created.body
  expect(created.body).toMatchObject({
    success: true,
    name: 'Blue Bottle Books',
    apiKey: key,
    business: { id, api_key: key, webhook_secret: secret },
  })
  expect(key).toMatch(/^gw_live_/)
  expect(secret).toMatch(/^whsec_/)
  const later = await Promise.all([
    ask(`GET /businesses/${String(id)}`, { key: String(key) }),
    ask('GET /businesses', { key: String(key) }),
  ])
  expect(later.map(({ status }) => status)).toEqual([200, 200])
  for (const { body } of later) {
    expect(JSON.stringify(body)).not.toContain(String(key))
    expect(JSON.stringify(body)).not.toContain(String(secret))
  }
  expect(later[0]?.body).toMatchObject({ api_key_last4: String(key).slice(-4), business: { id, name: 'Blue Bottle Books' } })
})

test('a merchant lists its own businesses only, newest first', async () => {
  const token = await newMerchant()
  const ids: unknown[] = []
  for (const name of ['One', 'Two', 'Three']) ids.unshift((await create({ name }, token)).body['id'])
  const { body } = await ask('GET /businesses', { key: token })
  expect((body['businesses'] as Body[]).map(({ id }) => id)).toEqual(ids)
  const page = await ask('GET /businesses?limit=1&offset=1', { key: token })
  expect(page.body).toMatchObject({ businesses: [{ id: ids[1] }], total: 3, pagination: { limit: 1, offset: 1, total: 3, has_more: true } })
})

test('an update changes only the members it names; an empty text clears one', async () => {
  const { BTC, ETH } = story.shop.wallets
  const { body: before } = await create({ name: 'Old name', description: 'Second-hand books', category: 'books', walletAddresses: { BTC } })
  const path = `/businesses/${String(before['id'])}`
  const [key, owner] = [String(before['api_key']), story.shop.token]
  const first = await ask(`PATCH ${path}`, { key: owner, body: { name: 'New name', walletAddresses: { ETH } } })
  expect(first.status).toBe(200)
  expect(first.body).toMatchObject({
    name: 'New name',
    description: 'Second-hand books',
    category: 'books',
    wallet_addresses: { BTC, ETH },
  })
  const second = await ask(`PUT ${path}`, { key: owner, body: { description: '', wallet_addresses: { BTC: '' } } })
  expect(second.body).toMatchObject({ name: 'New name', description: '', category: 'books' })
  expect(second.body['wallet_addresses']).toEqual({ ETH })
  expect((await ask(`GET ${path}`, { key })).body['business']).toMatchObject({
    name: 'New name',
    description: '',
    wallet_addresses: { ETH },
  })
})

test('a key of full scope cannot change where money goes; one with wallets:write can', async () => {
  const { BTC, ETH } = story.shop.wallets
  const { body: before } = await create({ name: 'Careful', walletAddresses: { BTC } })
  const path = `/businesses/${String(before['id'])}`
  const refused = await ask(`PATCH ${path}`, { key: String(before['api_key']), body: { walletAddresses: { ETH } } })
  expect(refused).toMatchObject({ status: 403, body: { code: 'INSUFFICIENT_SCOPE' } })
  const made = { scopes: ['businesses:write', 'wallets:write'] }
  expect(await ask(`POST ${path}/api-keys`, { key: String(before['api_key']), body: made })).toMatchObject({ status: 403 })
  const { body } = await ask(`POST ${path}/api-keys`, { key: story.shop.token, body: made })
  const changed = await ask(`PATCH ${path}`, { key: String(body['api_key']), body: { walletAddresses: { ETH } } })
  expect(changed).toMatchObject({ status: 200, body: { wallet_addresses: { BTC, ETH } } })
})

// Sources: BIP-173 (mainnet example), BIP-350 (a v0 address with the checksum of v1), EIP-55 (the case of one character changed).
test.each([
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'of another network'],
  ['BTC', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt081', 'with a wrong checksum'],
  ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'of mainnet in base58'],
  ['BTC', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', 'of Ethereum'],
  ['BCH', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'of another network'],
  ['BCH', 'mq7se9wy2egettFxPbmn99cK8v5AFq55Lx', 'in the old format'],
  ['BCH', 'bchreg:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'with the checksum of another network'],
  ['ETH', '0xfb6916095ca1df60bB79Ce92cE3Ea74c37c5d359', 'with a wrong checksum'],
  ['ETH', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d35', 'that is too short'],
  ['ETH', '0x0000000000000000000000000000000000000000', 'that has no owner'],
  ['ETH', 'vitalik.eth', 'that is a name'],
  ['USDC_ETH', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'of Bitcoin'],
])('a wallet for %s at %s, %s, gets INVALID_ADDRESS with its field', async (chain, address) => {
  const refused = await create({ name: 'Shop', walletAddresses: { [chain]: address } })
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({
    success: false,
    code: 'INVALID_ADDRESS',
    details: [{ field: `wallet_addresses.${chain}` }],
  })
  const path = `PATCH /businesses/${story.shop.businessId}`
  expect(await ask(path, { key: story.shop.key, body: { walletAddresses: { [chain]: address } } })).toMatchObject({ status: 400 })
})

test.each(['BTC', 'BCH', 'ETH'] as const)(
  'a %s wallet at the fee address of the platform is rejected, at creation and in an update',
  async (chain) => {
    const walletAddresses = { [chain]: story.around.platformAddresses[chain].toLowerCase() }
    const refused = { status: 400, body: { code: 'INVALID_ADDRESS', details: [{ field: `wallet_addresses.${chain}` }] } }
    expect(await create({ name: 'Shop', walletAddresses })).toMatchObject(refused)
    const path = `PATCH /businesses/${story.shop.businessId}`
    expect(await ask(path, { key: story.shop.key, body: { walletAddresses } })).toMatchObject(refused)
  },
)

test('wallets are accepted in every spelling of their chain and shown in the canonical one', async () => {
  const { BTC, BCH, ETH } = story.shop.wallets
  const { status, body } = await create({
    name: 'Shop',
    walletAddresses: { btc: BTC.toUpperCase(), bch: BCH.replace(/^\w+:/, '').toUpperCase(), eth: ETH.toLowerCase() },
  })
  expect(status).toBe(201)
  expect(body['wallet_addresses']).toEqual({ BTC, BCH, ETH })
  expect((await create({ name: 'Shop', walletAddresses: { DOGE: 'D' } })).body).toMatchObject({ code: 'UNSUPPORTED_BLOCKCHAIN' })
})

test('the business of another merchant is NOT_FOUND in a path and FORBIDDEN in a body', async () => {
  const foreign = story.shop.businessId
  const comparable = ({ status, body: { request_id: _own, ...body } }: Awaited<ReturnType<typeof ask>>) => ({ status, body })
  for (const key of [thirdParty.key, thirdParty.token]) {
    for (const method of ['GET', 'PATCH']) {
      const body = method === 'PATCH' ? { body: { name: 'Mine now' } } : {}
      const seen = comparable(await ask(`${method} /businesses/${foreign}`, { key, ...body }))
      expect(seen).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
      expect(seen).toEqual(comparable(await ask(`${method} /businesses/${randomUUID()}`, { key, ...body })))
    }
    const payment = { amount: 25, currency: 'USD', blockchain: 'ETH' }
    const asked = await ask('POST /payments/create', { key, body: { ...payment, business_id: foreign } })
    expect(comparable(asked)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    const unknown = await ask('POST /payments/create', { key, body: { ...payment, business_id: randomUUID() } })
    expect(comparable(asked)).toEqual(comparable(unknown))
  }
  expect((await ask(`GET /businesses/${foreign}`, { key: story.shop.key })).body).toMatchObject({ name: 'Story shop' })
})

test('an API key acts for its own business only, even among businesses of one merchant', async () => {
  const token = await newMerchant()
  const [one, two] = [(await create({ name: 'One' }, token)).body, (await create({ name: 'Two' }, token)).body]
  const key = String(one['api_key'])
  expect((await ask(`GET /businesses/${String(two['id'])}`, { key })).status).toBe(404)
  expect((await ask('GET /businesses', { key })).body).toMatchObject({ total: 1, businesses: [{ id: one['id'] }] })
  expect((await ask(`GET /businesses/${String(two['id'])}`, { key: token })).status).toBe(200)
  const unnamed = await ask('POST /payments/create', { key: token, body: { amount: 25, currency: 'USD', blockchain: 'ETH' } })
  expect(unnamed).toMatchObject({ status: 400, body: { code: 'BUSINESS_REQUIRED' } })
})

test('a contract wallet is accepted, and the business lists it under contract_wallets', async () => {
  const contract = '0x4838B106FCe9647Bdf1E7877BF73cE8B0BAD5f97'
  await callRpc(story.evm.rpc, { method: 'anvil_setCode', params: [contract, '0x00'] })
  const { body, status } = await create({ name: 'With a safe', walletAddresses: { ...story.shop.wallets, USDC_ETH: contract } })
  expect(status).toBe(201)
  const own = () => ask(`GET /businesses/${String(body['id'])}`, { key: String(body['api_key']) })
  expect((await own()).body).toMatchObject({ contract_wallets: expect.any(Array) })
  await eventually('the gateway to flag the contract wallet', async () => String((await own()).body['contract_wallets']) === 'USDC_ETH')
})
