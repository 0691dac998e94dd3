import { presentBusiness } from '@gateway/contract/business-view'
import { CreateBusinessInput } from '@gateway/contract/businesses'
import { tables } from '@gateway/db/tables'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { InvalidAddress } from '@gateway/domain/custody/errors'
import { InvalidField } from '@gateway/domain/kernel/error'
import { UnsupportedBlockchain } from '@gateway/domain/payments/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authenticate, requireActor } from '../accounts/auth/authenticate.ts'
import { SealBroken } from '../kernel/sealed-box.ts'
import { storeMerchant, type TestApiContext, testApiContext } from '../testing/test-context.ts'
import { createApiKey } from './api-keys/create-api-key.ts'
import { createBusiness } from './create-business.ts'
import { getBusiness } from './get-business.ts'
import { openWebhookSecret } from './webhook-secret.ts'

const BTC = 'bcrt1qdavt4j2sd7dlhqsavtnfxvzppw6k7qy97tmnu9'
const ETH = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

let ctx: TestApiContext
let actor: Actor
beforeAll(async () => {
  ctx = await testApiContext()
  actor = await storeMerchant(ctx)
})
afterAll(() => ctx.close())

const create = (input: object = {}) => createBusiness(ctx, { actor, terms: CreateBusinessInput.parse({ name: 'Shop', ...input }) })
const rowsOf = (businessId: string) => ({
  endpoint: tables(ctx.orm.em.fork())
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('businessId', '=', businessId)
    .executeTakeFirstOrThrow(),
  keys: tables(ctx.orm.em.fork()).selectFrom('api_key').selectAll().where('businessId', '=', businessId).execute(),
  events: tables(ctx.orm.em.fork()).selectFrom('event').selectAll().where('businessId', '=', businessId).execute(),
})

test('a merchant has at most a hundred businesses', async () => {
  const owner = await storeMerchant(ctx)
  const open = () => createBusiness(ctx, { actor: owner, terms: CreateBusinessInput.parse({ name: 'Shop' }) })
  for (let count = 1; count <= 100; count++) await open()
  await expect(open()).rejects.toMatchObject({ code: 'INVALID_STATE', details: { current: 100, limit: 100 } })
  await expect(create()).resolves.toBeDefined()
})

describe('a new business', () => {
  test('a business created by a key gets a first key with the same scopes', async () => {
    const { facts } = await create()
    const scopes = ['businesses:write', 'payments:read'] as const
    const { text } = await createApiKey(ctx, { actor, terms: { id: facts.business.id, scopes } })
    const maker = await requireActor(ctx, text)
    const { apiKey } = await createBusiness(ctx, { actor: maker, terms: CreateBusinessInput.parse({ name: 'Second shop' }) })
    expect(await authenticate(ctx, apiKey)).toMatchObject({ kind: 'key', scopes })
    expect(await authenticate(ctx, (await create()).apiKey)).toMatchObject({ scopes: ['*'] })
  })

  test('takes the settings it names and defaults for the rest', async () => {
    const { facts } = await create({ name: 'Books', category: 'books', wallets: {}, wallet_addresses: { btc: BTC } })
    expect(presentBusiness(facts)).toMatchObject({
      name: 'Books',
      category: 'books',
      description: null,
      webhook_url: null,
      wallet_addresses: { BTC },
      webhook_events: [],
      plan: 'starter',
      time_zone: 'UTC',
      spread_percent: 0,
      tolerance_percent: 0,
      payment_window_seconds: 900,
      livemode: true,
    })
  })

  test('takes the operator’s default payment window unless it names one', async () => {
    const operated = { ...ctx, paymentWindowSeconds: 3_600 }
    const windowOf = async (input: object) => {
      const terms = CreateBusinessInput.parse({ name: 'Shop', ...input })
      return (await createBusiness(operated, { actor, terms })).facts.business.paymentWindowSeconds
    }
    expect([await windowOf({}), await windowOf({ paymentWindowSeconds: 60 })]).toEqual([3_600, 60])
  })

  test('reads back as it was created, with a hint of its key only', async () => {
    const named = { spreadPercent: '1.25', tolerancePercent: 2, paymentWindowSeconds: 60, timeZone: 'Europe/Berlin', description: '' }
    const { facts, apiKey } = await create({
      ...named,
      webhookUrl: 'https://shop.example/hooks',
      webhookEvents: ['*'],
      walletAddresses: { BTC, ETH },
    })
    const detail = await getBusiness(ctx, { actor, id: facts.business.id })
    expect(presentBusiness(detail.facts)).toEqual(presentBusiness(facts))
    expect(detail.key).toEqual({ prefix: apiKey.split('_').slice(0, 3).join('_'), last4: apiKey.slice(-4) })
  })

  test('comes with an API key that acts for it at once', async () => {
    const { facts, apiKey } = await create()
    const { id: businessId, merchantId } = facts.business
    expect(await authenticate(ctx, apiKey)).toMatchObject({ kind: 'key', businessId, merchantId, mode: 'live' })
  })

  test('emits business.created once, as its first event', async () => {
    const { facts } = await create()
    const events = await rowsOf(facts.business.id).events
    expect(events.map(({ type, sequence, objectId }) => ({ type, sequence, objectId }))).toEqual([
      { type: 'business.created', sequence: 1, objectId: facts.business.id },
    ])
    const view = presentBusiness(facts)
    expect(JSON.parse(events[0]?.body ?? '')).toMatchObject({ type: 'business.created', data: { ...view, business: view } })
  })
})

describe('the secrets of a new business', () => {
  test('a webhook secret of 32 random bytes and an API key are stored nowhere in clear', async () => {
    const { facts, apiKey, webhookSecret } = await create({ webhookUrl: 'https://shop.example/hooks' })
    expect(webhookSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const rows = rowsOf(facts.business.id)
    const { sealedSecret, ...endpoint } = await rows.endpoint
    const text = JSON.stringify([endpoint, await rows.keys, await rows.events])
    const keySecret = apiKey.slice('gw_live_'.length + 13, -7)
    for (const secret of [webhookSecret, webhookSecret.slice(6), keySecret]) {
      expect(text).not.toContain(secret)
      expect(Buffer.from(sealedSecret).includes(secret)).toBe(false)
    }
  })

  test('the webhooks role opens a secret only in the row of its endpoint', async () => {
    const [first, second] = [await create(), await create({ webhookSecret: 'my own secret of my own' })]
    const [one, two] = [await rowsOf(first.facts.business.id).endpoint, await rowsOf(second.facts.business.id).endpoint]
    const openAs = (endpointId: string, sealed: Uint8Array) => openWebhookSecret(ctx.webhookOpeningKey, { endpointId, sealed })
    expect(openAs(one.id, one.sealedSecret)).toBe(first.webhookSecret)
    expect(openAs(two.id, two.sealedSecret)).toBe('my own secret of my own')
    expect(second.webhookSecret).toBe('my own secret of my own')
    expect(() => openAs(one.id, two.sealedSecret)).toThrow(SealBroken)
  })
})

describe('a webhook endpoint', () => {
  test('stays switched off until it has a URL', async () => {
    expect(await rowsOf((await create()).facts.business.id).endpoint).toMatchObject({ url: null, disabledAt: ctx.clock.now() })
    expect(await rowsOf((await create({ webhookUrl: 'https://shop.example/' })).facts.business.id).endpoint).toMatchObject({
      disabledAt: null,
    })
  })

  test('a webhook URL must be public, unless the operator allows it', async () => {
    await expect(create({ webhookUrl: 'http://127.0.0.1:9000/' })).rejects.toThrow(InvalidField)
    const allowing = { ...ctx, egress: { allow: [{ host: '127.0.0.1', port: 'any' as const }] } }
    const terms = CreateBusinessInput.parse({ name: 'Shop', webhookUrl: 'http://127.0.0.1:9000/' })
    await expect(createBusiness(allowing, { actor, terms })).resolves.toBeDefined()
  })
})

describe('a wallet', () => {
  test.each([
    ['BTC', BTC, BTC],
    ['btc', BTC.toUpperCase(), BTC],
    ['BTC', 'n4fajahJrAuKbN7uNsKjLjQkz9Qn5ewJXQ', 'n4fajahJrAuKbN7uNsKjLjQkz9Qn5ewJXQ'],
    ['ETH', ETH, ETH],
    ['ETH', ETH.toLowerCase(), ETH],
    ['usdc_eth', `0x${ETH.slice(2).toUpperCase()}`, ETH],
  ])('a %s wallet may be %s and is stored in its canonical spelling', async (code, address, canonical) => {
    const { facts } = await create({ walletAddresses: { [code]: address } })
    expect(facts.business.wallets).toEqual({ [code.toUpperCase()]: canonical })
  })

  test.each([
    ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'another network'],
    ['BTC', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'another network'],
    ['BTC', BTC.replace(/.$/, 'q'), 'a wrong checksum'],
    ['BTC', BTC.replace('q', 'Q'), 'mixed case'],
    ['BTC', ETH, 'another chain'],
    ['BTC', ` ${BTC}`, 'a leading space'],
    ['BTC', `${BTC}\n`, 'a trailing newline'],
    ['BTC', BTC.replace('a', '\u0430'), 'a look-alike character'],
    ['ETH', BTC, 'another chain'],
    ['ETH', ETH.replace('fB', 'Fb'), 'a wrong checksum'],
    ['ETH', ETH.slice(0, -1), 'a missing digit'],
    ['ETH', `${ETH} `, 'a trailing space'],
    ['ETH', `0x${'0'.repeat(40)}`, 'the zero address'],
    ['ETH', `0x${'0'.repeat(36)}dEaD`, 'the burn address'],
    ['ETH', `0x${'0'.repeat(39)}1`, 'a precompile'],
    ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'our deposit factory'],
    ['USDC_ETH', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'the token contract'],
    ['ETH', '0x4e59b44847b379578588920cA78FbF26c0B4956C', 'the deployer of our deposit factory'],
  ])('a %s wallet may not be %s: %s', async (code, address) => {
    await expect(create({ walletAddresses: { [code]: address } })).rejects.toThrow(InvalidAddress)
  })

  test.each(['SOL', 'POL', 'BCH', 'USDC_SOL'])('a wallet for %s is rejected because this deployment does not serve it', async (code) => {
    await expect(create({ walletAddresses: { [code]: BTC } })).rejects.toThrow(UnsupportedBlockchain)
  })

  test('a wallet cannot be a deposit address of the gateway, watched or in the pool', async () => {
    const em = ctx.orm.em.fork()
    await tables(em)
      .insertInto('watched_address')
      .values({ chain: 'ETH', address: '0xdbf03b407c01e7cd3cbea99509d93f8dddc8c6fb', subject: 'payment', subjectId: ctx.ids.uuid() })
      .execute()
    const pooled = 'n4fajahJrAuKbN7uNsKjLjQkz9Qn5ewJXQ'
    await tables(em)
      .insertInto('address_pool')
      .values({ chain: 'BTC', generation: 1, idx: 1, address: pooled, sig: Buffer.alloc(64), claimedBy: null })
      .execute()
    await expect(create({ walletAddresses: { ETH: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB' } })).rejects.toThrow(InvalidAddress)
    await expect(create({ walletAddresses: { BTC: pooled } })).rejects.toThrow(InvalidAddress)
    await expect(create({ walletAddresses: { BTC, ETH } })).resolves.toBeDefined()
  })

  test('a wallet cannot be a current or former fee address of the platform, in any spelling', async () => {
    const custody = { ...ctx.custody, platformAddresses: { BTC: [BTC], ETH: ['0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb', ETH] } }
    const asked: [string, string][] = [
      ['BTC', BTC.toUpperCase()],
      ['ETH', ETH.toLowerCase()],
      ['USDC_ETH', ETH],
    ]
    for (const [code, address] of asked) {
      const terms = CreateBusinessInput.parse({ name: 'Shop', walletAddresses: { [code]: address } })
      await expect(createBusiness({ ...ctx, custody }, { actor, terms })).rejects.toThrow(InvalidAddress)
    }
  })

  test('a rejected wallet leaves no business behind', async () => {
    const count = async () => (await tables(ctx.orm.em.fork()).selectFrom('business').select('id').execute()).length
    const before = await count()
    await expect(create({ walletAddresses: { BTC, ETH: 'x' } })).rejects.toThrow(InvalidAddress)
    expect(await count()).toBe(before)
  })
})
