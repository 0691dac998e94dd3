import { CreateApiKeyInput, ListApiKeysInput } from '@gateway/contract/api-keys'
import { CreateBusinessInput, ListBusinessesInput, RotateSecretInput, UpdateBusinessInput } from '@gateway/contract/businesses'
import { CreatePaymentInput, ListPaymentsInput } from '@gateway/contract/payment-inputs'
import { lockParentKey } from '@gateway/db/businesses/key-queries'
import { tables } from '@gateway/db/tables'
import { InvalidApiKey, ScopesExceeded } from '@gateway/domain/accounts/errors'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { LiveKeyRequired, TestModeNotServed, TooManyKeys } from '@gateway/domain/businesses/errors'
import { InvalidField, NotFound } from '@gateway/domain/kernel/error'
import { eventually } from '@gateway/testing/wait'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authenticate, requireActor } from '../../accounts/auth/authenticate.ts'
import { cryptoIds } from '../../kernel/ids.ts'
import { createPayment } from '../../payments/creation/create-payment.ts'
import { listPayments } from '../../payments/reading/list-payments.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { storeMerchant, type TestApiContext } from '../../testing/test-context.ts'
import { createApiKey } from './create-api-key.ts'
import { createBusiness } from '../create-business.ts'
import { getBusiness } from '../get-business.ts'
import { listApiKeys } from './list-api-keys.ts'
import { listBusinesses } from '../list-businesses.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { rotateWebhookSecret } from '../rotate-webhook-secret.ts'
import { updateBusiness } from '../update-business.ts'
import { openWebhookSecret } from '../webhook-secret.ts'

let shop: TestShop
let ctx: TestApiContext
beforeAll(async () => {
  shop = await openShop({ ids: cryptoIds })
  ctx = shop.ctx
})
afterAll(() => closeShop(shop))

const create = (terms: object = {}, actor = shop.actor, id = shop.businessId) =>
  createApiKey(ctx, { actor, terms: CreateApiKeyInput.parse({ id, ...terms }) })
const list = (actor = shop.actor, page: object = {}, id = shop.businessId) =>
  listApiKeys(ctx, { actor, page: ListApiKeysInput.parse({ id, ...page }) })
const revoke = (keyId: string, actor = shop.actor, businessId = shop.businessId) => revokeApiKey(ctx, { actor, businessId, keyId })

async function countLockWaits(): Promise<number> {
  const waits = sql<{ pid: number }>`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return (await waits.execute(tables(ctx.orm.em.fork()))).rows.length
}

const inMs = (ms: number): Date => new Date(ctx.clock.now().getTime() + ms)

async function actorOf(terms: object): Promise<Actor> {
  const { text } = await create(terms)
  return requireActor(ctx, text)
}

describe('a new key', () => {
  test('acts for its business within its scopes and its mode', async () => {
    const { key, text } = await create({ name: 'Web shop', scopes: ['payments:write', 'webhooks:read'], mode: 'test' })
    expect(text).toMatch(new RegExp(`^gw_test_${key.id}_`))
    expect(await authenticate(ctx, text)).toMatchObject({
      kind: 'key',
      businessId: shop.businessId,
      mode: 'test',
      scopes: ['webhooks:read', 'payments:write'],
    })
  })

  test('carries all scopes and no expiry by default', async () => {
    expect((await create()).key).toMatchObject({ scopes: ['*'], mode: 'live', name: null, expiresAt: null, revokedAt: null })
  })

  test('expires at its given time and not before', async () => {
    const expiresAt = new Date(ctx.clock.now().getTime() + 60_000)
    const { text } = await create({ expires_at: expiresAt.toISOString() })
    ctx.clock.advance(59_999)
    expect(await authenticate(ctx, text)).toBeDefined()
    ctx.clock.advance(1)
    await expect(authenticate(ctx, text)).rejects.toThrow(InvalidApiKey)
    await expect(create({ expires_at: ctx.clock.now().toISOString() })).rejects.toThrow(InvalidField)
  })

  test('names the merchant who created it, in the response and in the list', async () => {
    const { key } = await create()
    expect(key.createdBy).toBe(`merchant:${shop.actor.merchantId}`)
    expect((await list()).keys.find(({ id }) => id === key.id)).toEqual(key)
  })

  test('appears in its row as a digest, and its creation in the audit log', async () => {
    const { key, text } = await create()
    const db = tables(ctx.orm.em.fork())
    const row = await db.selectFrom('api_key').selectAll().where('id', '=', key.id).executeTakeFirstOrThrow()
    const secret = text.slice(`gw_live_${key.id}_`.length, -'_'.length - 6)
    expect(secret).toHaveLength(43)
    expect(JSON.stringify(row)).not.toContain(secret)
    const [noted] = await db.selectFrom('audit_entry').selectAll().where('subjectId', '=', key.id).execute()
    expect(noted).toMatchObject({ action: 'api_key.create', actor: `merchant:${shop.actor.merchantId}` })
  })
})

describe('a key that creates keys', () => {
  test('creates keys within its own scopes only', async () => {
    const writer = await actorOf({ scopes: ['businesses:write', 'payments:write'] })
    await expect(create({}, writer)).rejects.toThrow(ScopesExceeded)
    await expect(create({ scopes: ['cards:read'] }, writer)).rejects.toThrow(ScopesExceeded)
    await expect(create({ scopes: ['payments:write', 'cards:read'] }, writer)).rejects.toThrow(ScopesExceeded)
    expect((await create({ scopes: ['payments:read'] }, writer)).key.scopes).toEqual(['payments:read'])
  })

  test('a test key creates, lists and revokes test keys only', async () => {
    const tester = await actorOf({ mode: 'test' })
    await expect(create({ mode: 'live' }, tester)).rejects.toThrow(LiveKeyRequired)
    const { key } = await create({}, tester)
    expect(key.mode).toBe('test')
    expect(new Set((await list(tester)).keys.map(({ mode }) => mode))).toEqual(new Set(['test']))
    const live = (await create()).key
    await expect(revoke(live.id, tester)).rejects.toThrow(NotFound)
    expect((await list()).keys.map(({ id }) => id)).toEqual(expect.arrayContaining([live.id, key.id]))
  })
})

describe('a key that another key created', () => {
  test('names its parent, in the list and in the audit log', async () => {
    const parent = await create()
    const { key } = await create({}, await requireActor(ctx, parent.text))
    expect(key.createdBy).toBe(`key:${parent.key.id}`)
    expect((await list()).keys.find(({ id }) => id === key.id)).toEqual(key)
    const noted = await tables(ctx.orm.em.fork()).selectFrom('audit_entry').select('actor').where('subjectId', '=', key.id).execute()
    expect(noted).toEqual([{ actor: `key:${parent.key.id}` }])
  })

  test('expires with its parent or earlier, never later', async () => {
    const expiresAt = inMs(60_000)
    const maker = await actorOf({ expires_at: expiresAt.toISOString() })
    expect((await create({}, maker)).key.expiresAt).toEqual(expiresAt)
    expect((await create({ expires_at: expiresAt.toISOString() }, maker)).key.expiresAt).toEqual(expiresAt)
    expect((await create({ expires_at: inMs(1_000).toISOString() }, maker)).key.expiresAt).toEqual(inMs(1_000))
    await expect(create({ expires_at: inMs(60_001).toISOString() }, maker)).rejects.toThrow(InvalidField)
  })

  test('ends with its parent, as does every key it created, and no other key', async () => {
    const parent = await create()
    const child = await create({}, await requireActor(ctx, parent.text))
    const grandchild = await create({}, await requireActor(ctx, child.text))
    const sibling = await create()
    const { revokedAt } = await revoke(parent.key.id)
    for (const { text } of [child, grandchild]) await expect(authenticate(ctx, text)).rejects.toThrow(InvalidApiKey)
    expect(await authenticate(ctx, sibling.text)).toBeDefined()
    const ended = (await list()).keys.filter((key) => key.revokedAt !== null && key.revokedAt.getTime() === revokedAt.getTime())
    expect(ended.map(({ id }) => id)).toEqual(expect.arrayContaining([parent.key.id, child.key.id, grandchild.key.id]))
    const noted = await tables(ctx.orm.em.fork())
      .selectFrom('audit_entry')
      .select(['actor', 'details'])
      .where('action', '=', 'api_key.revoke')
      .where('subjectId', '=', grandchild.key.id)
      .execute()
    const details = { businessId: shop.businessId, revokedWith: parent.key.id }
    expect(noted).toEqual([{ actor: `merchant:${shop.actor.merchantId}`, details }])
  })

  test('ends with its grandparent after its parent was revoked alone', async () => {
    const parent = await create()
    const child = await create({}, await requireActor(ctx, parent.text))
    const grandchild = await create({}, await requireActor(ctx, child.text))
    // As before keys were revoked together.
    await tables(ctx.orm.em.fork()).updateTable('api_key').set({ revokedAt: ctx.clock.now() }).where('id', '=', child.key.id).execute()
    await revoke(parent.key.id)
    await expect(authenticate(ctx, grandchild.text)).rejects.toThrow(InvalidApiKey)
  })

  test('ends when its parent is revoked again, if it survived the first time', async () => {
    const parent = await create()
    const child = await create({}, await requireActor(ctx, parent.text))
    const grandchild = await create({}, await requireActor(ctx, child.text))
    const revokedAt = ctx.clock.now()
    // As before keys were revoked together.
    await tables(ctx.orm.em.fork()).updateTable('api_key').set({ revokedAt }).where('id', '=', parent.key.id).execute()
    ctx.clock.advance(1_000)
    expect(await revoke(parent.key.id)).toEqual({ id: parent.key.id, revokedAt })
    for (const { text } of [child, grandchild]) await expect(authenticate(ctx, text)).rejects.toThrow(InvalidApiKey)
    const noted = await tables(ctx.orm.em.fork())
      .selectFrom('audit_entry')
      .select('subjectId')
      .where('action', '=', 'api_key.revoke')
      .where('subjectId', 'in', [parent.key.id, child.key.id, grandchild.key.id])
      .execute()
    expect(noted.map(({ subjectId }) => subjectId).toSorted()).toEqual([child.key.id, grandchild.key.id].toSorted())
  })

  test('cannot be created once its parent is revoked, even by an already authenticated request', async () => {
    const parent = await create()
    const maker = await requireActor(ctx, parent.text)
    await revoke(parent.key.id)
    await expect(create({}, maker)).rejects.toThrow(InvalidApiKey)
    const business = createBusiness(ctx, { actor: maker, terms: CreateBusinessInput.parse({ name: 'Late' }) })
    await expect(business).rejects.toThrow(InvalidApiKey)
  })

  test('never survives a concurrent revocation of its parent', async () => {
    const parent = await create()
    const maker = await requireActor(ctx, parent.text)
    await Promise.all([Promise.allSettled(Array.from({ length: 8 }, () => create({}, maker))), revoke(parent.key.id)])
    const db = tables(ctx.orm.em.fork())
    const children = db.selectFrom('api_key').select('id').where('createdBy', '=', `key:${parent.key.id}`)
    expect(await children.where('revokedAt', 'is', null).execute()).toEqual([])
  })

  test('ends with its grandparent although it was created while that revocation waited for a lock', async () => {
    const parent = await create()
    const child = await create({}, await requireActor(ctx, parent.text))
    const maker = await requireActor(ctx, child.text)
    const { grandchild, revoking } = await ctx.orm.em.fork().transactional(async (held) => {
      await lockParentKey(held, { keyId: child.key.id })
      const started = revoke(parent.key.id)
      await eventually('the revocation to wait for the child', async () => (await countLockWaits()) === 1)
      return { grandchild: await create({}, maker), revoking: started }
    })
    await revoking
    await expect(authenticate(ctx, grandchild.text)).rejects.toThrow(InvalidApiKey)
  })

  test('the first key of a new business has its parent’s scopes and expiry, and ends with it', async () => {
    const expiresAt = inMs(60_000)
    const parent = await create({ scopes: ['businesses:write'], expires_at: expiresAt.toISOString() })
    const terms = CreateBusinessInput.parse({ name: 'Second shop' })
    const { facts, apiKey } = await createBusiness(ctx, { actor: await requireActor(ctx, parent.text), terms })
    const [first] = (await list(shop.actor, {}, facts.business.id)).keys
    expect(first).toMatchObject({ scopes: ['businesses:write'], expiresAt, createdBy: `key:${parent.key.id}` })
    await revoke(parent.key.id)
    await expect(authenticate(ctx, apiKey)).rejects.toThrow(InvalidApiKey)
  })
})

describe('a business with fifty active keys', () => {
  async function openFull() {
    const { facts } = await createBusiness(ctx, { actor: shop.actor, terms: CreateBusinessInput.parse({ name: 'Full' }) })
    const { id } = facts.business
    const first = await create({}, shop.actor, id)
    for (let count = 3; count <= 50; count++) await create({ mode: count % 2 ? 'test' : 'live' }, shop.actor, id)
    return { id, keyId: first.key.id }
  }

  test('a business with fifty active keys cannot create another in either mode', async () => {
    const { id } = await openFull()
    for (const mode of ['live', 'test'])
      await expect(create({ mode }, shop.actor, id)).rejects.toMatchObject({ code: 'INVALID_STATE', details: { current: 50, limit: 50 } })
    expect((await list(shop.actor, {}, id)).total).toBe(50)
    await expect(create()).resolves.toBeDefined()
  })

  test('revoking one of fifty keys allows another', async () => {
    const { id, keyId } = await openFull()
    await revoke(keyId, shop.actor, id)
    await create({}, shop.actor, id)
    await expect(create({}, shop.actor, id)).rejects.toThrow(TooManyKeys)
  })

  test('the expiry of one of fifty keys allows another', async () => {
    const { id, keyId } = await openFull()
    await revoke(keyId, shop.actor, id)
    await create({ expires_at: new Date(ctx.clock.now().getTime() + 1_000).toISOString() }, shop.actor, id)
    await expect(create({}, shop.actor, id)).rejects.toThrow(TooManyKeys)
    ctx.clock.advance(1_000)
    await create({}, shop.actor, id)
    await expect(create({}, shop.actor, id)).rejects.toThrow(TooManyKeys)
  })
})

describe('a revoked key', () => {
  test('stops working with the next request; revoking it again changes nothing', async () => {
    const { key, text } = await create()
    expect(await authenticate(ctx, text)).toBeDefined()
    const { revokedAt } = await revoke(key.id)
    await expect(authenticate(ctx, text)).rejects.toThrow(InvalidApiKey)
    ctx.clock.advance(1_000)
    expect(await revoke(key.id)).toEqual({ id: key.id, revokedAt })
    const audit = await tables(ctx.orm.em.fork()).selectFrom('audit_entry').select('action').where('subjectId', '=', key.id).execute()
    expect(audit.map(({ action }) => action).toSorted()).toEqual(['api_key.create', 'api_key.revoke'])
  })
})

test('keys are listed newest first in pages, and other tenants find neither business nor key', async () => {
  const { facts } = await createBusiness(ctx, { actor: shop.actor, terms: CreateBusinessInput.parse({ name: 'Keys' }) })
  const { id } = facts.business
  const made: string[] = []
  for (const name of ['one', 'two']) {
    ctx.clock.advance(1_000)
    made.unshift((await create({ name }, shop.actor, id)).key.id)
  }
  const all = await list(shop.actor, {}, id)
  expect([all.total, all.keys.slice(0, 2).map((key) => key.id)]).toEqual([3, made])
  expect((await list(shop.actor, { limit: 1, offset: 1 }, id)).keys.map((key) => key.id)).toEqual([made[1]])
  const thirdParty = await storeMerchant(ctx)
  const foreign = await actorOf({})
  for (const actor of [thirdParty, foreign]) {
    await expect(list(actor, {}, id)).rejects.toThrow(NotFound)
    await expect(create({}, actor, id)).rejects.toThrow(NotFound)
    await expect(revoke(made[0] ?? '', actor, id)).rejects.toThrow(NotFound)
  }
  await expect(revoke(made[0] ?? '')).rejects.toThrow(NotFound)
})

describe('a test key', () => {
  test('sees its business without wallets and none of its live payments', async () => {
    const tester = await actorOf({ mode: 'test' })
    const payment = await shop.ask({ blockchain: 'BTC', amount: 25 })
    const { facts, key } = await getBusiness(ctx, { actor: tester, id: shop.businessId })
    expect(facts.business).toMatchObject({ id: shop.businessId, mode: 'test', wallets: {} })
    expect(key?.prefix).toMatch(/^gw_test_/)
    const { businesses } = await listBusinesses(ctx, { actor: tester, page: ListBusinessesInput.parse({}) })
    expect(businesses.map(({ business }) => [business.id, business.mode])).toEqual([[shop.businessId, 'test']])
    for (const filter of [{}, { business_id: shop.businessId }])
      expect(await listPayments(ctx, { actor: tester, filter: ListPaymentsInput.parse(filter) })).toEqual({ payments: [], total: 0 })
    const live = await listPayments(ctx, { actor: shop.actor, filter: ListPaymentsInput.parse({}) })
    expect(live.payments.map((found) => found.payment.id)).toContain(payment.id)
  })

  test('a test key cannot change a business or create a payment', async () => {
    const tester = await actorOf({ mode: 'test' })
    const { businessId: id } = shop
    const attempts = [
      () => updateBusiness(ctx, { actor: tester, changes: UpdateBusinessInput.parse({ id, name: 'Mine' }) }),
      () => createBusiness(ctx, { actor: tester, terms: CreateBusinessInput.parse({ name: 'Mine' }) }),
      () => rotateWebhookSecret(ctx, { actor: tester, terms: RotateSecretInput.parse({ id }) }),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow(LiveKeyRequired)
    const terms = CreatePaymentInput.parse({ blockchain: 'BTC', amount: 25 })
    await expect(createPayment(ctx, { actor: tester, terms })).rejects.toThrow(TestModeNotServed)
  })
})

describe('a rotated webhook secret', () => {
  const rotate = (terms: object = {}) =>
    rotateWebhookSecret(ctx, { actor: shop.actor, terms: RotateSecretInput.parse({ id: shop.businessId, ...terms }) })
  async function stored() {
    const row = await tables(ctx.orm.em.fork())
      .selectFrom('webhook_endpoint')
      .selectAll()
      .where('businessId', '=', shop.businessId)
      .executeTakeFirstOrThrow()
    const opened = (sealed: Uint8Array | null) => sealed && openWebhookSecret(ctx.webhookOpeningKey, { endpointId: row.id, sealed })
    return { secret: opened(row.sealedSecret), previous: opened(row.previousSealedSecret), until: row.previousValidUntil }
  }

  test('signs at once while the former secret stays valid for a day, generated or chosen', async () => {
    const before = await stored()
    expect(before).toMatchObject({ previous: null, until: null })
    const first = await rotate()
    expect(first.webhookSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(first.previousValidUntil.getTime() - ctx.clock.now().getTime()).toBe(24 * 60 * 60 * 1_000)
    expect(await stored()).toEqual({ secret: first.webhookSecret, previous: before.secret, until: first.previousValidUntil })
    const second = await rotate({ webhook_secret: 'a secret of my own' })
    expect(second.webhookSecret).toBe('a secret of my own')
    expect(await stored()).toMatchObject({ secret: 'a secret of my own', previous: first.webhookSecret })
  })

  test('another merchant cannot rotate the secret', async () => {
    const before = await stored()
    const actor = await storeMerchant(ctx)
    await expect(rotateWebhookSecret(ctx, { actor, terms: RotateSecretInput.parse({ id: shop.businessId }) })).rejects.toThrow(NotFound)
    expect(await stored()).toEqual(before)
  })
})
