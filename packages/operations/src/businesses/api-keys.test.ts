import { CreateApiKeyInput, ListApiKeysInput } from '@gateway/contract/api-keys'
import { CreateBusinessInput, ListBusinessesInput, RotateSecretInput, UpdateBusinessInput } from '@gateway/contract/businesses'
import { CreatePaymentInput, ListPaymentsInput } from '@gateway/contract/payments'
import { tables } from '@gateway/db/tables'
import { InvalidApiKey, ScopesExceeded } from '@gateway/domain/accounts/errors'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { LiveKeyRequired, TestModeNotServed } from '@gateway/domain/businesses/errors'
import { InvalidField, NotFound } from '@gateway/domain/kernel/error'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authenticate, requireActor } from '../accounts/authenticate.ts'
import { cryptoIds } from '../ids.ts'
import { createPayment } from '../payments/create-payment.ts'
import { listPayments } from '../payments/list-payments.ts'
import { closeShop, openShop, type TestShop } from '../test-shop.ts'
import { storeMerchant, type TestApiContext } from '../test-context.ts'
import { createApiKey } from './create-api-key.ts'
import { createBusiness } from './create-business.ts'
import { getBusiness } from './get-business.ts'
import { listApiKeys } from './list-api-keys.ts'
import { listBusinesses } from './list-businesses.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'
import { updateBusiness } from './update-business.ts'
import { openWebhookSecret } from './webhook-secret.ts'

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
      scopes: ['payments:write', 'webhooks:read'],
    })
  })

  test('opens everything and never ends, unless told otherwise', async () => {
    expect((await create()).key).toMatchObject({ scopes: ['*'], mode: 'live', name: null, expiresAt: null, revokedAt: null })
  })

  test('ends by itself at the moment it was given, and not before', async () => {
    const expiresAt = new Date(ctx.clock.now().getTime() + 60_000)
    const { text } = await create({ expires_at: expiresAt.toISOString() })
    ctx.clock.advance(59_999)
    expect(await authenticate(ctx, text)).toBeDefined()
    ctx.clock.advance(1)
    await expect(authenticate(ctx, text)).rejects.toThrow(InvalidApiKey)
    await expect(create({ expires_at: ctx.clock.now().toISOString() })).rejects.toThrow(InvalidField)
  })

  test('is stored as a digest, and written into the audit log', async () => {
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

describe('a key that makes keys', () => {
  test('makes those within its own scopes only', async () => {
    const writer = await actorOf({ scopes: ['businesses:write', 'payments:write'] })
    await expect(create({}, writer)).rejects.toThrow(ScopesExceeded)
    await expect(create({ scopes: ['cards:read'] }, writer)).rejects.toThrow(ScopesExceeded)
    await expect(create({ scopes: ['payments:write', 'cards:read'] }, writer)).rejects.toThrow(ScopesExceeded)
    expect((await create({ scopes: ['payments:read'] }, writer)).key.scopes).toEqual(['payments:read'])
  })

  test('and is a test key makes test keys only, sees no others and revokes no others', async () => {
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

describe('a revoked key', () => {
  test('opens nothing from the next use on; revoking it again changes nothing', async () => {
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

test('keys are listed newest first, page by page, and a stranger finds neither business nor key', async () => {
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
  const stranger = await storeMerchant(ctx)
  const foreign = await actorOf({})
  for (const actor of [stranger, foreign]) {
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

  test('changes nothing that real money uses, and makes no payment that a customer could pay', async () => {
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

  test('signs at once, and the former one stays for a day, whichever was chosen by whom', async () => {
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

  test('belongs to its business: nobody else can rotate it', async () => {
    const before = await stored()
    const actor = await storeMerchant(ctx)
    await expect(rotateWebhookSecret(ctx, { actor, terms: RotateSecretInput.parse({ id: shop.businessId }) })).rejects.toThrow(NotFound)
    expect(await stored()).toEqual(before)
  })
})
