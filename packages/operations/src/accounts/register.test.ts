import { tables } from '@gateway/db/tables'
import { EmailTaken, WrongCredentials } from '@gateway/domain/accounts/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApiContext, testApiContext } from '../testing/test-context.ts'
import { authenticate, requireActor } from './auth/authenticate.ts'
import { getMe } from './auth/get-me.ts'
import { login } from './login.ts'
import { createPasswords } from './passwords/password.ts'
import { register } from './register.ts'
import { MerchantTokenRequired } from './auth/require-merchant.ts'

const password = 'correct horse battery'
let ctx: TestApiContext
beforeAll(async () => void (ctx = await testApiContext()))
afterAll(() => ctx.close())

describe('registering', () => {
  test('opens an account and signs its owner in for seven days', async () => {
    const { merchant, token, expiresInSeconds } = await register(ctx, { email: 'ada@shop.example', password, name: 'Ada' })
    expect(merchant).toEqual({
      id: expect.any(String),
      email: 'ada@shop.example',
      name: 'Ada',
      createdAt: ctx.clock.now(),
      emailVerifiedAt: null,
      operatorSince: null,
    })
    expect(expiresInSeconds).toBe(604_800)
    expect(await authenticate(ctx, token)).toMatchObject({ kind: 'merchant', merchantId: merchant.id, mode: 'live' })
  })

  test('rejects a second account with the same e-mail address, however it is spelled', async () => {
    await register(ctx, { email: ' Jos\u00e9@Shop.example', password })
    await expect(register(ctx, { email: 'jose\u0301@shop.EXAMPLE ', password })).rejects.toThrow(EmailTaken)
  })

  test('exactly one of thirty concurrent registrations with the same e-mail succeeds', async () => {
    const tries = Array.from({ length: 30 }, (_, index) =>
      register(ctx, { email: index % 2 ? 'race@shop.example' : 'RACE@shop.example', password }),
    )
    const outcomes = await Promise.allSettled(tries)
    const lost = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(lost).toHaveLength(29)
    for (const { reason } of lost) expect(reason).toBeInstanceOf(EmailTaken)
    const sessions = await tables(ctx.orm.em.fork())
      .selectFrom('session')
      .innerJoin('merchant', 'merchant.id', 'session.merchantId')
      .select('session.id')
      .where('email', '=', 'race@shop.example')
      .execute()
    expect(sessions).toHaveLength(1)
  })

  test('stores neither the password nor the token', async () => {
    const { token } = await register(ctx, { email: 'clear@shop.example', password: 'plainly visible' })
    const em = ctx.orm.em.fork()
    const rows = [
      await tables(em).selectFrom('merchant').selectAll().execute(),
      await tables(em).selectFrom('session').selectAll().execute(),
    ]
    expect(JSON.stringify(rows)).not.toContain('plainly visible')
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('signing in', () => {
  beforeAll(() => register(ctx, { email: 'grace@shop.example', password }))

  test('accepts any spelling of the address and opens a new session each time', async () => {
    const first = await login(ctx, { email: 'grace@shop.example', password })
    const second = await login(ctx, { email: ' GRACE@shop.example', password })
    expect(second.merchant).toEqual(first.merchant)
    expect(second.token).not.toBe(first.token)
    expect(await getMe(ctx, { actor: await requireActor(ctx, second.token) })).toEqual(first.merchant)
  })

  test('returns the same error for an unknown account and a wrong password', async () => {
    const refusals = await Promise.all(
      [
        { email: 'nobody@shop.example', password },
        { email: 'grace@shop.example', password: 'wrong password' },
        { email: 'not an address', password: '' },
      ].map((attempt) => login(ctx, attempt).catch((error: unknown) => error)),
    )
    for (const refusal of refusals) expect(refusal).toBeInstanceOf(WrongCredentials)
    expect(new Set(refusals.map(String)).size).toBe(1)
  })

  test('hashes a password for an unknown account too', async () => {
    const timeOf = async (email: string): Promise<number> => {
      const start = performance.now()
      await login(ctx, { email, password: 'wrong password' }).catch(() => {})
      return performance.now() - start
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let round = 0; round < 9; round++) {
      known.push(await timeOf('grace@shop.example'))
      unknown.push(await timeOf('nobody@shop.example'))
    }
    // A path that skips the hash would take a tenth of the time.
    expect(median(unknown)).toBeGreaterThan(median(known) / 2)
  })

  test('replaces a hash that was made with older costs', async () => {
    const email = 'older@shop.example'
    const { merchant } = await register(ctx, { email, password })
    const hashOf = async () =>
      (
        await tables(ctx.orm.em.fork())
          .selectFrom('merchant')
          .select('passwordHash')
          .where('id', '=', merchant.id)
          .executeTakeFirstOrThrow()
      ).passwordHash
    const older = '$argon2id$v=19$m=8192,t=1,p=1$AQEBAQEBAQEBAQEBAQEBAQ$3JRPVe/Plawhs8LTp6gJtLxPIHJk5OnR0QRyELZEsxI'
    await tables(ctx.orm.em.fork()).updateTable('merchant').set({ passwordHash: older }).where('id', '=', merchant.id).execute()
    await login(ctx, { email, password: 'older costs' })
    expect(await hashOf()).toContain('m=19456,t=2,p=1')
    expect(await createPasswords().check('older costs', await hashOf())).toBe('match')
  })
})

test('an API key cannot read its owner’s account', async () => {
  const actor = { kind: 'key', merchantId: 'm', businessId: 'b', mode: 'live', keyId: 'k', scopes: ['*'] } as const
  await expect(getMe(ctx, { actor })).rejects.toThrow(MerchantTokenRequired)
})

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
