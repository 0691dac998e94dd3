import { tables } from '@gateway/db/tables'
import { errors } from 'oidc-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetExpired } from '../forget-expired.ts'
import { type TestApiContext, testApiContext } from '../../testing/test-context.ts'
import { artifactAdapter } from './artifact-adapter.ts'
import { digestOf } from './digest.ts'
import { openSuccessor, sealSuccessor } from './grace.ts'
import { withinRequest } from './oauth-request.ts'

let ctx: TestApiContext
beforeAll(async () => void (ctx = await testApiContext()))
afterAll(() => ctx.close())

const LIFE_SECONDS = 60
const count = async () => (await tables(ctx.orm.em.fork()).selectFrom('oauth_artifact').selectAll().execute()).length

test('an artifact is found by its id until it expires, and its row does not hold the id', async () => {
  const adapter = artifactAdapter(ctx, 'Interaction')
  await adapter.upsert(
    'an id',
    {
      jti: 'an id',
      returnTo: '/back/an id',
      params: { scope: 'openid' },
      session: { cookie: 'a secret', accountId: 'a subject' },
    } as never,
    LIFE_SECONDS,
  )
  const stored = { params: { scope: 'openid' }, session: { accountId: 'a subject' } }
  expect(await adapter.find('an id')).toEqual({ jti: 'an id', returnTo: '/back/an id', ...stored })
  const rows = await tables(ctx.orm.em.fork()).selectFrom('oauth_artifact').selectAll().execute()
  expect(rows.map(({ digest, payload }) => [Buffer.from(digest), payload])).toEqual([
    [digestOf('an id'), { ...stored, returnTo: '/back/' }],
  ])
  ctx.clock.advance(LIFE_SECONDS * 1_000)
  expect(await adapter.find('an id')).toBeUndefined()
  await forgetExpired(ctx)
  ctx.clock.advance(1)
  await forgetExpired(ctx)
  expect(await count()).toBe(0)
})

test('of twenty that use a code at once one succeeds', async () => {
  const adapter = artifactAdapter(ctx, 'AuthorizationCode')
  await adapter.upsert('a code', { jti: 'a code' }, LIFE_SECONDS)
  const tried = await Promise.allSettled(Array.from({ length: 20 }, () => adapter.consume('a code')))
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refusals = tried.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refusals.every((refusal) => refusal instanceof errors.InvalidGrant)).toBe(true)
  expect(await adapter.find('a code')).toMatchObject({ consumed: expect.any(Number) })
})

test('a session is found only with the session of the portal in which it began', async () => {
  const adapter = artifactAdapter(ctx, 'Session')
  const of = (sessionId: string) => ({ user: { sessionId, subject: 'a subject' } })
  await withinRequest(of('one'), async () => adapter.upsert('a cookie', { jti: 'a cookie', accountId: 'a subject' }, LIFE_SECONDS))
  expect(await withinRequest(of('one'), async () => adapter.find('a cookie'))).toMatchObject({ accountId: 'a subject' })
  expect(await withinRequest(of('two'), async () => adapter.find('a cookie'))).toBeUndefined()
  expect(await adapter.find('a cookie')).toBeUndefined()
  const other = { user: { sessionId: 'one', subject: 'another' } }
  expect(await withinRequest(other, async () => adapter.find('a cookie'))).toBeUndefined()
  await adapter.upsert('of nobody', { jti: 'of nobody', accountId: 'a subject' }, LIFE_SECONDS)
  expect(await adapter.find('of nobody')).toBeUndefined()
})

test('a successor opens with the token that it replaced, and with no other', () => {
  const sealed = sealSuccessor('the old token', 'the new token')
  expect(openSuccessor('the old token', sealed)).toBe('the new token')
  expect(() => openSuccessor('another token', sealed)).toThrow(/auth/)
})
