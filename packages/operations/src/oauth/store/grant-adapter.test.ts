import { endAppAccess, endSessions } from '@gateway/db/accounts/session-queries'
import { rememberConsent } from '@gateway/db/oauth/consent-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { eventually } from '@gateway/testing/wait'
import { sql } from 'kysely'
import { errors } from 'oidc-provider'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MerchantActor } from '../../accounts/auth/require-merchant.ts'
import { replacePassword } from '../../accounts/passwords/change-password.ts'
import { register } from '../../accounts/register.ts'
import { cryptoIds } from '../../kernel/ids.ts'
import { transaction } from '../../kernel/transaction.ts'
import { storeMerchant, type TestApiContext, testApiContext } from '../../testing/test-context.ts'
import { actorOf } from '../../testing/test-factors.ts'
import { storeClient } from '../../testing/test-oauth.ts'
import { isRemembered } from '../consents/is-remembered.ts'
import { withdrawConsent } from '../consents/withdraw-consent.ts'
import { subjectOf } from '../subjects.ts'
import { grantAdapter } from './grant-adapter.ts'
import { inTransaction, type PortalUser, withinRequest } from './oauth-request.ts'

let ctx: TestApiContext
let actor: MerchantActor
let user: PortalUser
let email: string
let clientId: string
let accounts = 0
beforeAll(async () => {
  ctx = await testApiContext({ ids: cryptoIds })
  clientId = (await storeClient(ctx, await storeMerchant(ctx))).client.clientId
})
afterAll(() => ctx.close())
beforeEach(async () => {
  email = `ada-${++accounts}@shop.example`
  actor = await actorOf(ctx, (await register(ctx, { email, password: 'correct horse battery', openedIn: 'portal' })).token)
  user = { sessionId: actor.sessionId, subject: await subjectOf(ctx, actor) }
})

const payload = () => ({ accountId: user.subject, clientId, openid: { scope: 'openid' } })
const store = () => grantAdapter(ctx).upsert(ctx.ids.uuid(), payload() as never, 60)
const during = <T>(work: (em: Em) => Promise<T>) => withinRequest({ user }, () => inTransaction(ctx, work))
const grants = () => tables(ctx.orm.em.fork()).selectFrom('oauth_grant').select('id').where('merchantId', '=', actor.merchantId).execute()
/** True once a transaction of this database waits for another one. */
const isWaiting = () =>
  eventually('somebody to wait for the sign-in', async () => {
    const waiting = sql<{ count: string }>`SELECT count(*) AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`
    return (await waiting.execute(tables(ctx.orm.em.fork()))).rows[0]?.count !== '0'
  })
const setByLink = () =>
  transaction(ctx, (em) => replacePassword(em, ctx, { merchant: { id: actor.merchantId, email }, passwordHash: 'another', by: 'link' }))

test('a grant is stored while the session of its user lives, and refused once that has ended', async () => {
  await during(store)
  expect(await grants()).toHaveLength(1)
  await endSessions(ctx.orm.em.fork(), { merchantId: actor.merchantId, at: ctx.clock.now() })
  await expect(during(store)).rejects.toThrow(errors.LoginRequired)
  await expect(withinRequest({ user: undefined }, () => inTransaction(ctx, store))).rejects.toThrow(errors.LoginRequired)
  await expect(withinRequest({ user }, store)).rejects.toThrow('in a transaction')
  expect(await grants()).toHaveLength(1)
})

test('a grant is not stored while a link sets a new password', async () => {
  const storing = await transaction(ctx, async (em) => {
    await endSessions(em, { merchantId: actor.merchantId, at: ctx.clock.now() })
    await endAppAccess(em, { merchantId: actor.merchantId })
    const stored = during(store).catch((error: unknown) => error)
    await isWaiting()
    return { stored }
  })
  expect(await storing.stored).toBeInstanceOf(errors.LoginRequired)
  expect(await grants()).toEqual([])
})

test('a grant that is being stored while a link sets a new password ends with it', async () => {
  const { reset } = await during(async () => {
    await store()
    const work = setByLink()
    await isWaiting()
    return { reset: work }
  })
  await reset
  expect(await grants()).toEqual([])
})

test('a grant that is being stored by a consent while that is withdrawn ends with it', async () => {
  const { merchantId } = actor
  await rememberConsent(ctx.orm.em.fork(), { merchantId, clientId, scopes: ['openid'], at: ctx.clock.now() })
  const wish = { subject: user.subject, clientId, scopes: ['openid'] }
  const { withdrawal } = await during(async () => {
    expect(await isRemembered(ctx, wish)).toBe(true)
    await store()
    const work = withdrawConsent(ctx, { actor, clientId })
    await isWaiting()
    return { withdrawal: work }
  })
  await withdrawal
  expect(await grants()).toEqual([])
  expect(await during(() => isRemembered(ctx, wish))).toBe(false)
})
