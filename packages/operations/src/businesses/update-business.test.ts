import { presentBusiness } from '@gateway/contract/business-view'
import { CreateBusinessInput, UpdateBusinessInput } from '@gateway/contract/businesses'
import { lockStoredBusiness } from '@gateway/db/businesses/business-queries'
import { tables } from '@gateway/db/tables'
import { InsufficientScope } from '@gateway/domain/accounts/errors'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Scope } from '@gateway/domain/accounts/scope'
import { LiveKeyRequired } from '@gateway/domain/businesses/errors'
import { InvalidAddress } from '@gateway/domain/custody/errors'
import { InvalidField, NotFound } from '@gateway/domain/kernel/error'
import { eventually } from '@gateway/testing/wait'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storeMerchant, type TestApiContext, testApiContext } from '../testing/test-context.ts'
import { queuedEmails } from '../testing/test-emails.ts'
import { createBusiness } from './create-business.ts'
import { getBusiness } from './get-business.ts'
import { updateBusiness } from './update-business.ts'

const BTC = 'bcrt1qdavt4j2sd7dlhqsavtnfxvzppw6k7qy97tmnu9'
const ETH = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

let ctx: TestApiContext
let actor: Actor
let id: string
beforeAll(async () => {
  ctx = await testApiContext()
  actor = await storeMerchant(ctx)
})
afterAll(() => ctx.close())
beforeEach(async () => {
  const terms = { name: 'Shop', description: 'Books', webhookUrl: 'https://shop.example/hooks', walletAddresses: { BTC } }
  const { facts } = await createBusiness(ctx, { actor, terms: CreateBusinessInput.parse(terms) })
  id = facts.business.id
  ctx.clock.advance(1_000)
})

const update = (changes: object, by = actor) => updateBusiness(ctx, { actor: by, changes: UpdateBusinessInput.parse({ id, ...changes }) })
const stored = async () => presentBusiness((await getBusiness(ctx, { actor, id })).facts)
const eventTypes = async () => {
  const events = await tables(ctx.orm.em.fork())
    .selectFrom('event')
    .select(['type', 'sequence'])
    .where('objectId', '=', id)
    .orderBy('sequence')
    .execute()
  return events.map(({ type, sequence }) => `${sequence} ${type}`)
}
const disabledAt = async () =>
  (
    await tables(ctx.orm.em.fork())
      .selectFrom('webhook_endpoint')
      .select('disabledAt')
      .where('businessId', '=', id)
      .executeTakeFirstOrThrow()
  ).disabledAt

const countLockWaits = async (): Promise<number> => {
  const waits = sql<{ pid: number }>`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await waits.execute(tables(ctx.orm.em.fork()))).rows.length
}

describe('changing a business', () => {
  test('a key changes a wallet only with the scope wallets:write, and everything else without it', async () => {
    const keyOf = (scopes: readonly Scope[]): Actor => ({
      kind: 'key',
      merchantId: actor.merchantId,
      businessId: id,
      mode: 'live',
      keyId: 'k',
      scopes,
    })
    const another = { walletAddresses: { ETH } }
    await expect(update(another, keyOf(['*']))).rejects.toThrow(InsufficientScope)
    await expect(update({ walletAddresses: { BTC: '' } }, keyOf(['*']))).rejects.toThrow(InsufficientScope)
    expect((await stored()).wallet_addresses).toEqual({ BTC })
    await update({ name: 'Books', walletAddresses: { BTC } }, keyOf(['*']))
    await update(another, keyOf(['businesses:write', 'wallets:write']))
    expect(await stored()).toMatchObject({ name: 'Books', wallet_addresses: { BTC, ETH } })
  })

  test('changes the named members, keeps the rest and emits business.updated', async () => {
    const before = await stored()
    const after = presentBusiness(await update({ name: 'Bookshop', spread_percent: 1, webhook_events: ['payment.forwarded'] }))
    const named = { name: 'Bookshop', spread_percent: 1, webhook_events: ['payment.forwarded'] }
    expect(after).toEqual({ ...before, ...named, updated_at: ctx.clock.now().toISOString() })
    expect(await stored()).toEqual(after)
    expect(await eventTypes()).toEqual(['1 business.created', '2 business.updated'])
  })

  test('keeps absent and null members and clears empty ones', async () => {
    expect(presentBusiness(await update({ name: null, description: '', category: null, webhookUrl: '' }))).toMatchObject({
      name: 'Shop',
      description: '',
      category: null,
      webhookUrl: '',
      webhook_url: '',
    })
    expect(await stored()).toMatchObject({ description: '', webhook_url: '' })
  })

  test('an empty text clears the tax profile, and a request without one keeps it', async () => {
    const profile = { legal_name: 'Shop GmbH', address: { street: 'Gasse 1', city: 'Wien', country: 'AT' }, vat_id: 'ATU12345678' }
    await update({ tax_profile: profile })
    await update({ name: 'Renamed', tax_profile: null })
    expect(await stored()).toMatchObject({ name: 'Renamed', tax_profile: { legal_name: 'Shop GmbH' } })
    await update({ tax_profile: '' })
    expect(await stored()).toMatchObject({ tax_profile: null })
    expect(await eventTypes()).toContain('4 business.updated')
  })

  test('a request without a change emits no event and keeps the update time', async () => {
    const before = await stored()
    expect(presentBusiness(await update({ name: 'Shop', walletAddresses: { BTC }, webhookUrl: 'https://shop.example/hooks' }))).toEqual(
      before,
    )
    expect(await stored()).toEqual(before)
    expect(await eventTypes()).toEqual(['1 business.created'])
  })

  test('a rejected request changes nothing', async () => {
    const before = await stored()
    await expect(update({ name: 'New', walletAddresses: { ETH: 'x' } })).rejects.toThrow(InvalidAddress)
    await expect(update({ name: 'New', webhookUrl: 'http://127.0.0.1/' })).rejects.toThrow(InvalidField)
    expect(await stored()).toEqual(before)
  })
})

describe('wallets', () => {
  test('merges wallets by asset, and an empty address removes one', async () => {
    expect((await update({ walletAddresses: { eth: ETH.toLowerCase() } })).business.wallets).toEqual({ BTC, ETH })
    expect((await update({ wallet_addresses: { BTC: '' } })).business.wallets).toEqual({ ETH })
    expect((await update({ wallet_addresses: { BTC: '', USDC_ETH: '' } })).business.wallets).toEqual({ ETH })
    expect(await stored()).toMatchObject({ wallet_addresses: { ETH } })
  })

  test('concurrent changes of two assets are both kept', async () => {
    const slow = ctx.orm.em.fork()
    await slow.begin()
    const before = await lockStoredBusiness(slow, { ...actor, id })
    const waiting = update({ walletAddresses: { ETH } })
    await eventually('the second change waits for the first', async () => (await countLockWaits()) > 0)
    await tables(slow)
      .updateTable('business')
      .set({ wallets: { ...before?.business.wallets, USDC_ETH: ETH } })
      .where('id', '=', id)
      .execute()
    await slow.commit()
    expect((await waiting).business.wallets).toEqual({ BTC, USDC_ETH: ETH, ETH })
  })

  test('concurrent changes emit one numbered event each', async () => {
    await Promise.all(['One', 'Two', 'Three'].map((name) => update({ name })))
    expect(await eventTypes()).toEqual(['1 business.created', '2 business.updated', '3 business.updated', '4 business.updated'])
  })
})

describe('wallet changes with a delay', () => {
  const DAY_MS = 24 * 60 * 60 * 1_000
  const OTHER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
  const THIRD = 'bcrt1qq5zs2pg9q5zs2pg9q5zs2pg9q5zs2pg9ajutfp'
  const change = (wallet_addresses: object) =>
    updateBusiness({ ...ctx, walletDelayMs: DAY_MS }, { actor, changes: UpdateBusinessInput.parse({ id, wallet_addresses }) })
  const lastEmail = async () => (await queuedEmails(ctx, ctx.webhookOpeningKey)).at(-1)

  test('a change shows the former wallet and its end, and the e-mail says so', async () => {
    await change({ BTC: OTHER })
    const until = new Date(ctx.clock.now().getTime() + DAY_MS)
    expect(await stored()).toMatchObject({
      wallet_addresses: { BTC: OTHER },
      former_wallets: { BTC: { address: BTC, until: until.toISOString() } },
    })
    const mail = await lastEmail()
    expect(mail?.facts).toMatchObject({ changes: [{ asset: 'BTC', before: BTC, after: OTHER }], countsFrom: until.toISOString() })
    expect(mail?.text.replaceAll('\n', ' ')).toMatch(
      /Payments created from .+ UTC on go by the wallets below.+Putting the old ones back before then cancels/,
    )
  })

  test('changing a wallet back, or adding a first one, takes effect at once', async () => {
    await change({ BTC: OTHER })
    ctx.clock.advance(1)
    await change({ BTC, ETH })
    expect(await stored()).toMatchObject({ wallet_addresses: { BTC, ETH }, former_wallets: {} })
    expect((await lastEmail())?.facts).toMatchObject({
      changes: [
        { asset: 'BTC', before: OTHER, after: BTC },
        { asset: 'ETH', before: null, after: ETH },
      ],
      countsFrom: null,
    })
  })

  test('a second change within the delay is reported against the wallet in effect, which putting back cancels both', async () => {
    await change({ BTC: OTHER })
    ctx.clock.advance(1)
    await change({ BTC: THIRD })
    expect((await lastEmail())?.facts).toMatchObject({ changes: [{ asset: 'BTC', before: BTC, after: THIRD }] })
  })

  test('naming the current wallet again changes nothing and emits no event', async () => {
    await change({ BTC: OTHER })
    const before = await stored()
    ctx.clock.advance(2 * DAY_MS)
    await change({ BTC: OTHER })
    expect(await stored()).toEqual(before)
    expect(await eventTypes()).toEqual(['1 business.created', '2 business.updated'])
  })
})

describe('the webhook endpoint', () => {
  test('clearing the URL switches the endpoint off and a new one switches it on', async () => {
    await update({ webhookUrl: '' })
    expect(await disabledAt()).toEqual(ctx.clock.now())
    await update({ webhookUrl: 'https://shop.example/new' })
    expect(await disabledAt()).toBeNull()
  })

  test('naming its URL again switches on an endpoint that failures switched off', async () => {
    await tables(ctx.orm.em.fork())
      .updateTable('webhook_endpoint')
      .set({ disabledAt: ctx.clock.now() })
      .where('businessId', '=', id)
      .execute()
    await update({ name: 'Still off' })
    expect(await disabledAt()).not.toBeNull()
    await update({ webhookUrl: 'https://shop.example/hooks' })
    expect(await disabledAt()).toBeNull()
  })

  test('an endpoint that is switched off during another change stays off', async () => {
    const slow = ctx.orm.em.fork()
    await slow.begin()
    await tables(slow).updateTable('webhook_endpoint').set({ disabledAt: ctx.clock.now() }).where('businessId', '=', id).execute()
    const waiting = update({ webhook_events: ['payment.forwarded'] })
    await eventually('the change waits for it', async () => (await countLockWaits()) > 0)
    await slow.commit()
    await waiting
    expect(await disabledAt()).toEqual(ctx.clock.now())
  })
})

test('neither another merchant nor another key can change a business', async () => {
  const before = await stored()
  const thirdParty = await storeMerchant(ctx)
  const { merchantId } = actor
  const otherKey: Actor = { kind: 'key', merchantId, mode: 'live', businessId: ctx.ids.uuid(), keyId: 'k', scopes: ['*'] }
  const otherMode = { ...actor, mode: 'test' } as const
  for (const by of [thirdParty, otherKey]) await expect(update({ name: 'Taken over' }, by)).rejects.toThrow(NotFound)
  await expect(update({ name: 'Taken over' }, otherMode)).rejects.toThrow(LiveKeyRequired)
  expect(await stored()).toEqual(before)
})
