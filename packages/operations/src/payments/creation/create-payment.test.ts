import { UpdateBusinessInput } from '@gateway/contract/businesses'
import { CreatePaymentInput } from '@gateway/contract/payment-inputs'
import { tables } from '@gateway/db/tables'
import { UsageLimitExceeded } from '@gateway/domain/businesses/errors'
import { plans } from '@gateway/domain/businesses/plan'
import { AddressUnavailable, InvalidAddress } from '@gateway/domain/custody/errors'
import { AmountTooLarge, AmountTooSmall, InvalidAmount, UnsupportedBlockchain, WalletNotConfigured } from '@gateway/domain/payments/errors'
import { RateUnavailable } from '@gateway/domain/rates/errors'
import { staticRates } from '@gateway/providers/rates/static-rates'
import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { updateBusiness } from '../../businesses/update-business.ts'
import { cryptoIds } from '../../kernel/ids.ts'
import { openChain, output } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop, wallets } from '../../testing/test-shop.ts'
import { getPayment } from '../reading/get-payment.ts'
import { createPayment } from './create-payment.ts'

let shop: TestShop
beforeEach(async () => void (shop = await openShop({}, 25)))
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const count = async (table: 'payment' | 'event' | 'outbox' | 'delivery' | 'quote' | 'payout_terms' | 'watched_address') => {
  const row = await db()
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
const used = async () => (await db().selectFrom('usage_counter').select('current').executeTakeFirst())?.current ?? 0
const everything = () =>
  Promise.all((['payment', 'event', 'outbox', 'delivery', 'quote', 'payout_terms', 'watched_address'] as const).map(count)).then(
    async (counts) => [...counts, await used()],
  )
const nameOf = (error: unknown) => (error instanceof Error ? error.constructor.name : 'odd')
const settle = (work: Promise<unknown>) => work.then(() => 'created', nameOf)

describe('a new payment', () => {
  test.each([
    ['a payment whose terms the signer rejects is not shown', 'refused', 'AddressUnavailable'],
    ['a payment that the signer does not check in time is shown anyway', 'missing', 'created'],
  ] as const)('%s', async (_what, answer, outcome) => {
    const ctx = { ...shop.ctx, awaitPin: () => Promise.resolve(answer) }
    const terms = CreatePaymentInput.parse({ amount: 60, blockchain: 'BTC', business_id: shop.businessId })
    expect(await settle(createPayment(ctx, { actor: shop.actor, terms }))).toBe(outcome)
  })

  test('stores every requested term and shows address and amount to pay', async () => {
    const terms = {
      description: 'Order 7',
      metadata: { order: 7, tags: ['a'] },
      success_url: 'https://shop.example/ok',
      cancel_url: 'https://shop.example/no',
    }
    const { id } = await shop.ask({ amount: '12.50', currency: 'EUR', blockchain: 'BTC', ...terms })
    const { payment, quote, confirmations, paymentUri } = await getPayment(shop.ctx, { actor: shop.actor, id })
    const now = shop.ctx.clock.now()
    expect(payment).toMatchObject({
      businessId: shop.businessId,
      mode: 'live',
      asset: 'BTC',
      chain: 'BTC',
      state: 'pending',
      currency: 'EUR',
      fiatMinor: 1_250n,
      usdCents: 1_358n,
      dueUnits: 22_645n,
      toleranceUnits: 1n,
      feeBps: 100,
      confirmationsRequired: 1,
      finalityRequired: false,
      receivedUnits: 0n,
      exceptions: [],
      feeUnits: null,
      description: 'Order 7',
      metadata: { order: 7, tags: ['a'] },
      successUrl: 'https://shop.example/ok',
      cancelUrl: 'https://shop.example/no',
      createdAt: now,
      expiresAt: new Date(now.getTime() + 900_000),
    })
    expect(quote).toMatchObject({ asset: 'BTC', currency: 'EUR', rate: { digits: 55_200n, scale: 0 }, spreadBps: 0, asOf: now })
    expect(confirmations).toBe(0)
    expect(paymentUri).toContain(`${payment.address}?amount=0.00022645`)
  })

  test('freezes the recipients of its address and watches it', async () => {
    const payment = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
    const commit = await db().selectFrom('payout_terms').selectAll().executeTakeFirstOrThrow()
    expect(commit).toMatchObject({ id: payment.payoutTermsId, subjectId: payment.id, address: payment.address, feeBps: 100 })
    expect(commit.recipients).toEqual([
      { role: 'merchant', address: wallets.merchant.ETH },
      { role: 'platform', address: wallets.platform.ETH },
    ])
    const watch = await db().selectFrom('watched_address').selectAll().executeTakeFirstOrThrow()
    expect(watch).toEqual({ chain: 'ETH', address: payment.address.toLowerCase(), subject: 'payment', subjectId: payment.id })
  })

  test('emits its event, has a delivery due, starts its workflow and counts once', async () => {
    const before = await count('outbox')
    const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
    expect(await shop.events(payment.id)).toEqual(['payment.created'])
    const deliveries = await db().selectFrom('delivery').selectAll().where('objectId', '=', payment.id).execute()
    expect(deliveries).toMatchObject([{ state: 'pending', attempts: 0, nextAttemptAt: shop.ctx.clock.now() }])
    const messages = (await db().selectFrom('outbox').selectAll().orderBy('id').execute()).slice(before)
    expect(messages.map((row) => row.workflowId)).toContain(`payment/${payment.id}`)
    expect(await used()).toBe(1)
  })

  test.each<[string, { disabledAt?: Date; url?: null; events?: string[] }, string[]]>([
    ['switched off', { disabledAt: new Date() }, []],
    ['without a URL', { url: null }, []],
    ['subscribed to the default events', { events: [] }, ['payment.created']],
  ])('creates a delivery only as the endpoint is configured: %s', async (_name, changed, due) => {
    await db().updateTable('webhook_endpoint').set(changed).execute()
    const { id } = await shop.ask({ amount: 50, blockchain: 'ETH' })
    const rows = await db()
      .selectFrom('delivery')
      .innerJoin('event as told', 'told.id', 'delivery.eventId')
      .select('told.type')
      .where('delivery.objectId', '=', id)
      .execute()
    expect(rows.map(({ type }) => type)).toEqual(due)
    expect(await shop.events(id)).toEqual(['payment.created'])
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('counts in the month of its creation time when the month ends at clock reading %i', async (look) => {
    let looks = 0
    const clock = { ...shop.ctx.clock, now: () => new Date(looks++ < look ? '2026-10-31T23:59:59.999Z' : '2026-11-01T00:00:00.000Z') }
    const terms = CreatePaymentInput.parse({ amount: 60, blockchain: 'BTC', business_id: shop.businessId })
    const { facts } = await createPayment({ ...shop.ctx, clock }, { actor: shop.actor, terms })
    const counted = await db().selectFrom('usage_counter').select(['period', 'current']).execute()
    expect(counted).toEqual([{ period: facts.payment.createdAt.toISOString().slice(0, 7), current: 1 }])
  })

  test('a failed creation leaves no row behind and uses no quota', async () => {
    const before = await everything()
    const ctx = {
      ...shop.ctx,
      failpoint: (name: string) => (name === 'beforeCreateCommit' ? Promise.reject(new Error('killed')) : undefined),
    }
    const terms = { asset: 'BTC', amount: { digits: 60n, scale: 0 }, currency: 'USD', metadata: {}, businessId: shop.businessId } as const
    await expect(createPayment(ctx, { actor: shop.actor, terms })).rejects.toThrow('killed')
    expect(await everything()).toEqual(before)
    expect((await shop.ask({ amount: 60, blockchain: 'BTC' })).address).toBe(
      shop.signer.keys.depositAddress('BTC', { generation: 0, idx: 0 }),
    )
  })

  test('keeps its terms when its business changes later', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    const terms = UpdateBusinessInput.parse({
      id: shop.businessId,
      spread_percent: 5,
      tolerance_percent: 20,
      payment_window_seconds: 60,
      wallet_addresses: { BTC: 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202' },
    })
    await updateBusiness(shop.ctx, { actor: shop.actor, changes: terms })
    await db().updateTable('business').set({ plan: 'professional' }).execute()
    const later = await shop.ask({ amount: 60, blockchain: 'BTC' })
    expect(later).toMatchObject({ feeBps: 50, dueUnits: 105_264n, toleranceUnits: 21_053n })
    expect(await shop.read(payment.id)).toMatchObject({ feeBps: 100, dueUnits: 100_000n, toleranceUnits: 1n, expiresAt: payment.expiresAt })
    const commits = await db().selectFrom('payout_terms').select(['subjectId', 'recipients']).execute()
    const merchantOf = (id: string) => commits.find((commit) => commit.subjectId === id)?.recipients[0]?.address
    expect([merchantOf(payment.id), merchantOf(later.id)]).toEqual([wallets.merchant.BTC, 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202'])
  })
})

describe('amounts', () => {
  test.each([
    { amount: 0.1 + 0.2, currency: 'EUR', blockchain: 'ETH', becomes: AmountTooSmall.name },
    { amount: '20.30', currency: 'USD', blockchain: 'BTC', becomes: 33_834n },
    { amount: 1_500, currency: 'JPY', blockchain: 'USDC_ETH', becomes: 10_000_000n },
    { amount: '1500.5', currency: 'JPY', blockchain: 'USDC_ETH', becomes: InvalidAmount.name },
    { amount: '12.345', currency: 'USD', blockchain: 'BTC', becomes: InvalidAmount.name },
    { amount: 30.1 + 0.2, currency: 'USD', blockchain: 'USDC_ETH', becomes: 30_300_000n },
    { amount: '1000000.00', currency: 'USD', blockchain: 'USDC_ETH', becomes: 1_000_000_000_000n },
    { amount: '1000000.01', currency: 'USD', blockchain: 'USDC_ETH', becomes: AmountTooLarge.name },
    { amount: '2.99', currency: 'USD', blockchain: 'BTC', becomes: AmountTooSmall.name },
    { amount: '3.00', currency: 'USD', blockchain: 'BTC', becomes: 5_000n },
  ])('$amount $currency in $blockchain is converted exactly or rejected', async ({ becomes, ...terms }) => {
    const prices = { 'BTC/USD': '60000', 'ETH/USD': '2500', 'USDC/USD': '1', 'USD/EUR': '0.92', 'USD/JPY': '150' }
    Object.assign(shop.ctx, { rates: staticRates(prices) })
    const outcome = shop.ask(terms).then(({ dueUnits }) => dueUnits, nameOf)
    expect(await outcome).toBe(becomes)
  })

  test.each([
    ['0.995', 50_000_000n],
    ['1.005', 50_000_000n],
    ['0.9949', 50_256_308n],
    ['1.0051', 49_746_294n],
  ])('a dollar stablecoin at %s dollars counts as one dollar only near par', async (price, due) => {
    Object.assign(shop.ctx, { rates: staticRates({ 'ETH/USD': '2500', 'USDC/USD': price }) })
    expect((await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })).dueUnits).toBe(due)
  })

  test('rejects amounts below ten times the cost of forwarding, with the minimum in the asset', async () => {
    await openChain(shop.ctx, 'ETH')
    const refused = shop.ask({ amount: '7.87', blockchain: 'USDC_ETH' })
    await expect(refused).rejects.toMatchObject({ details: { minimum: '7.875', amount: '7.87', blockchain: 'USDC_ETH' } })
    expect((await shop.ask({ amount: '7.88', blockchain: 'USDC_ETH' })).dueUnits).toBe(7_880_000n)
  })
})

describe('rejected payments', () => {
  test.each([
    ['an asset that is not served', { blockchain: 'SOL' }, UnsupportedBlockchain],
    ['the amount zero', { amount: 0 }, Error],
    [
      'a wallet that is not the registered one',
      { merchant_wallet_address: 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202' },
      InvalidAddress,
    ],
    ['a malformed wallet address', { merchant_wallet_address: 'bc1qxyz' }, InvalidAddress],
  ])('rejects %s', async (_name, terms, refusal) => {
    const before = await everything()
    const asked = Promise.resolve().then(() => shop.ask({ amount: 60, blockchain: 'BTC', ...terms }))
    await expect(asked).rejects.toThrow(refusal)
    expect(await everything()).toEqual(before)
  })

  test('rejects a payment without a wallet for its asset', async () => {
    await db().updateTable('business').set({ wallets: {} }).execute()
    await expect(shop.ask({ amount: 60, blockchain: 'BTC' })).rejects.toThrow(WalletNotConfigured)
  })

  test('rejects a payment without a price and uses no quota', async () => {
    Object.assign(shop.ctx, { rates: staticRates({ 'ETH/USD': '2500' }) })
    await expect(shop.ask({ amount: 60, blockchain: 'BTC' })).rejects.toThrow(RateUnavailable)
    expect(await used()).toBe(0)
  })

  test('rejects a payment without a free address and uses no quota', async () => {
    await db().deleteFrom('address_pool').execute()
    await expect(shop.ask({ amount: 60, blockchain: 'BTC' })).rejects.toThrow(AddressUnavailable)
    expect(await used()).toBe(0)
  })

  test.each([
    ['by another key', () => ({ poolPublicKey: generateKeyPairSync('ed25519').publicKey })],
    ['for another deployment', () => ({ deploymentId: 'other' })],
  ])('rejects a pool address signed %s with an alarm, and stores nothing', async (_name, forged) => {
    const alarms: unknown[] = []
    const log = { ...shop.ctx.log, error: (fields: object) => void alarms.push(fields) }
    Object.assign(shop.ctx, { log, custody: { ...shop.ctx.custody, ...forged() } })
    const before = await everything()
    await expect(shop.ask({ amount: 60, blockchain: 'BTC' })).rejects.toThrow(AddressUnavailable)
    expect(alarms).toEqual([{ alarm: 'pool_signature', chain: 'BTC', idx: 0 }])
    expect(await everything()).toEqual(before)
  })

  test('rejects a pool address that differs from the signed one', async () => {
    await db().updateTable('address_pool').set({ address: 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202' }).where('idx', '=', 0).execute()
    await expect(shop.ask({ amount: 60, blockchain: 'BTC' })).rejects.toThrow(AddressUnavailable)
  })
})

describe('concurrent creations', () => {
  test('sixty concurrent creations stop exactly at the quota', async () => {
    Object.assign(shop.ctx, { plans: { ...plans, starter: { ...plans.starter, monthlyTransactions: 20 } } })
    const asked = await Promise.all(Array.from({ length: 60 }, () => settle(shop.ask({ amount: 50, blockchain: 'ETH' }))))
    expect(asked.filter((outcome) => outcome === 'created')).toHaveLength(20)
    expect(asked.filter((outcome) => outcome === UsageLimitExceeded.name)).toHaveLength(40)
    expect(await count('payment')).toBe(20)
  })

  test('concurrent creations get an address each until the pool is empty', async () => {
    Object.assign(shop.ctx, { ids: cryptoIds })
    const asked = await Promise.all(Array.from({ length: 30 }, () => settle(shop.ask({ amount: 60, blockchain: 'BTC' }))))
    expect(asked.filter((outcome) => outcome === AddressUnavailable.name)).toHaveLength(5)
    const rows = await db().selectFrom('payment').select('address').execute()
    expect(new Set(rows.map((row) => row.address)).size).toBe(25)
    expect(await used()).toBe(25)
  })

  test('an address is watched from its creation on', async () => {
    const btc = await openChain(shop.ctx, 'BTC')
    const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 1 })] })
    expect((await shop.read(payment.id)).state).toBe('confirmed')
  })
})
