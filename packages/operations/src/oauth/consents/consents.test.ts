import { tables } from '@gateway/db/tables'
import { NotFound } from '@gateway/domain/kernel/error'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MerchantTokenRequired } from '../../accounts/auth/require-merchant.ts'
import { cryptoIds } from '../../kernel/ids.ts'
import { storeMerchant, type TestApiContext, testApiContext } from '../../testing/test-context.ts'
import { storeClient, storeSignIn } from '../../testing/test-oauth.ts'
import { authenticateBearer, requireBearer } from '../authenticate-bearer.ts'
import { listConsents } from './list-consents.ts'
import { withdrawConsent } from './withdraw-consent.ts'

type Merchant = Awaited<ReturnType<typeof storeMerchant>>

let ctx: TestApiContext
let owner: Merchant
let user: Merchant
let other: Merchant
let clientId: string
beforeAll(async () => {
  ctx = await testApiContext({ ids: cryptoIds })
  ;[owner, user, other] = [await storeMerchant(ctx), await storeMerchant(ctx), await storeMerchant(ctx)]
  clientId = (await storeClient(ctx, owner)).client.clientId
})
afterAll(() => ctx.close())

const signIn = (merchantId: string, more: object = {}) => storeSignIn(ctx, { merchantId, clientId, ...more })
const list = (actor: Merchant, page: object = {}) => listConsents(ctx, { actor, page: { limit: 50, offset: 0, ...page } })
const withdraw = (actor: Merchant, id = clientId) => withdrawConsent(ctx, { actor, clientId: id })

test('a user sees each client once, with everything that it may do', async () => {
  await signIn(user.merchantId, { scopes: ['openid', 'email'] })
  ctx.clock.advance(1_000)
  await signIn(user.merchantId)
  const later = {
    clientId,
    name: 'Blue Bottle Books',
    scopes: ['email', 'openid', 'payments'],
    grantedAt: ctx.clock.now(),
    lastUsedAt: null,
  }
  expect(await list(user)).toEqual({ consents: [later], total: 1 })
  expect(await list(user, { offset: 1 })).toEqual({ consents: [], total: 1 })
  expect(await list(other)).toEqual({ consents: [], total: 0 })
})

test('an app was allowed when its user last said so, and may handle payments for as long as a sign-in lasts', async () => {
  const { client } = await storeClient(ctx, owner)
  const its = { clientId: client.clientId, name: client.name }
  const bob = await storeMerchant(ctx)
  const allowedAt = ctx.clock.now()
  const { grantId } = await signIn(bob.merchantId, its)
  ctx.clock.advance(1_000)
  await signIn(bob.merchantId, { ...its, scopes: ['openid'], isSilent: true })
  expect(await list(bob)).toMatchObject({ consents: [{ ...its, scopes: ['openid', 'payments'], grantedAt: allowedAt }] })
  await tables(ctx.orm.em.fork()).deleteFrom('oauth_grant').where('id', '=', grantId).execute()
  expect(await list(bob)).toMatchObject({ consents: [{ ...its, scopes: ['openid'], grantedAt: allowedAt }], total: 1 })
  await tables(ctx.orm.em.fork()).deleteFrom('oauth_consent').where('merchantId', '=', bob.merchantId).execute()
  expect(await list(bob)).toMatchObject({ consents: [{ ...its, scopes: ['openid'], grantedAt: ctx.clock.now() }], total: 1 })
})

test('an app that was allowed payments alone is connected for as long as its sign-in lasts', async () => {
  const { client } = await storeClient(ctx, owner)
  const bob = await storeMerchant(ctx)
  const { grantId } = await signIn(bob.merchantId, { clientId: client.clientId, scopes: ['payments'] })
  expect(await list(bob)).toMatchObject({ consents: [{ scopes: ['payments'], grantedAt: ctx.clock.now() }], total: 1 })
  await tables(ctx.orm.em.fork()).deleteFrom('oauth_grant').where('id', '=', grantId).execute()
  expect(await list(bob)).toEqual({ consents: [], total: 0 })
})

test('a withdrawal ends every sign-in of the client with this user, and of nobody else', async () => {
  const [first, second, others] = [await signIn(user.merchantId), await signIn(user.merchantId), await signIn(other.merchantId)]
  await withdraw(user)
  for (const { token } of [first, second]) expect(await authenticateBearer(ctx, token)).toBeUndefined()
  expect(await authenticateBearer(ctx, others.token)).toMatchObject({ kind: 'app', merchantId: other.merchantId })
  expect(await list(user)).toEqual({ consents: [], total: 0 })
  const noted = tables(ctx.orm.em.fork()).selectFrom('audit_entry').selectAll().where('action', '=', 'oauth_consent.withdraw')
  expect(await noted.execute()).toMatchObject([
    { actor: `merchant:${user.merchantId}`, merchantId: user.merchantId, details: { clientId } },
  ])
})

test('a withdrawal of what was never allowed is refused like one of an unknown client', async () => {
  for (const id of [clientId, 'nobodys-client-id']) await expect(withdraw(owner, id)).rejects.toEqual(new NotFound('consent'))
})

test('an app neither sees nor withdraws what its user has allowed', async () => {
  const { token } = await signIn(user.merchantId)
  const actor = await requireBearer(ctx, token)
  await expect(listConsents(ctx, { actor, page: { limit: 50, offset: 0 } })).rejects.toEqual(new MerchantTokenRequired())
  await expect(withdrawConsent(ctx, { actor, clientId })).rejects.toEqual(new MerchantTokenRequired())
})
