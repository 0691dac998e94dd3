import { tables } from '@gateway/db/tables'
import { InvalidToken, Unauthenticated } from '@gateway/domain/accounts/errors'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cryptoIds } from '../kernel/ids.ts'
import { storeMerchant, type TestApiContext, testApiContext } from '../testing/test-context.ts'
import { storeClient, storeSignIn } from '../testing/test-oauth.ts'
import { authenticateBearer, requireBearer } from './authenticate-bearer.ts'

let ctx: TestApiContext
let user: Awaited<ReturnType<typeof storeMerchant>>
let clientId: string
beforeAll(async () => {
  ctx = await testApiContext({ ids: cryptoIds })
  user = await storeMerchant(ctx)
  clientId = (await storeClient(ctx, await storeMerchant(ctx))).client.clientId
})
afterAll(() => ctx.close())

const signIn = (more: object = {}) => storeSignIn(ctx, { merchantId: user.merchantId, clientId, ...more })
const lastUseOf = async (grantId: string) =>
  (await tables(ctx.orm.em.fork()).selectFrom('oauth_grant').select('lastUsedAt').where('id', '=', grantId).executeTakeFirst())?.lastUsedAt

describe('an access token', () => {
  test('acts for its user with the scope payments, and for nothing without it', async () => {
    const { token, grantId } = await signIn()
    const app = { kind: 'app', merchantId: user.merchantId, mode: 'live', clientId, grantId }
    expect(await requireBearer(ctx, token)).toEqual({ ...app, scopes: ['payments:write'] })
    const narrow = await signIn({ scopes: ['openid', 'email'] })
    expect(await requireBearer(ctx, narrow.token)).toEqual({ ...app, grantId: narrow.grantId, scopes: [] })
  })

  test('may do no more than it says itself, and no more than its grant', async () => {
    const narrowed = await signIn({ tokenScope: 'openid' })
    expect(await requireBearer(ctx, narrowed.token)).toMatchObject({ scopes: [] })
    const widened = await signIn({ scopes: ['openid'], tokenScope: 'openid payments' })
    expect(await requireBearer(ctx, widened.token)).toMatchObject({ scopes: [] })
  })

  test('is nobody’s from the instant at which it expires', async () => {
    const { token } = await signIn()
    ctx.clock.advance(15 * 60_000 - 1)
    expect(await authenticateBearer(ctx, token)).toBeDefined()
    ctx.clock.advance(1)
    expect(await authenticateBearer(ctx, token)).toBeUndefined()
    await expect(requireBearer(ctx, token)).rejects.toEqual(new InvalidToken())
  })

  test('is not found under another model, so no refresh token or code is one', async () => {
    const { token, grantId } = await signIn()
    for (const model of ['RefreshToken', 'AuthorizationCode']) {
      await tables(ctx.orm.em.fork()).updateTable('oauth_artifact').set({ model }).where('grantId', '=', grantId).execute()
      expect(await authenticateBearer(ctx, token)).toBeUndefined()
    }
  })

  test('notes its use at its grant, once a minute at most', async () => {
    const { token, grantId } = await signIn()
    await requireBearer(ctx, token)
    const first = await eventually('the first use is noted', () => lastUseOf(grantId))
    ctx.clock.advance(59_000)
    await requireBearer(ctx, token)
    expect(await lastUseOf(grantId)).toEqual(first)
    ctx.clock.advance(1_000)
    await requireBearer(ctx, token)
    await eventually('the later use is noted', async () => Number(await lastUseOf(grantId)) === ctx.clock.now().getTime())
  })
})

test('no credential and a foreign one are nobody, and refused where somebody is needed', async () => {
  expect(await authenticateBearer(ctx, undefined)).toBeUndefined()
  expect(await authenticateBearer(ctx, 'a'.repeat(43))).toBeUndefined()
  await expect(requireBearer(ctx, undefined)).rejects.toEqual(new Unauthenticated())
  await expect(requireBearer(ctx, 'a'.repeat(43))).rejects.toEqual(new InvalidToken())
})
