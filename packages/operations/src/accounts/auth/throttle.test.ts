import { tables } from '@gateway/db/tables'
import { SignInBusy, TooManyAttempts, WrongCredentials } from '@gateway/domain/accounts/errors'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApiContext, testApiContext } from '../../testing/test-context.ts'
import { login } from '../login.ts'
import { createPasswords } from '../passwords/password.ts'
import { register } from '../register.ts'
import { forgetThrottles } from './throttle.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const password = 'correct horse battery'

// What is tested here is how attempts are counted, so a hash that is made at once will do; its rules have tests of their own.
const quick = {
  hash: async (text: string) => `hash of ${text}`,
  check: async (text: string, stored: string | undefined) => (stored === `hash of ${text}` ? ('match' as const) : ('mismatch' as const)),
}

let ctx: TestApiContext
let email: string
let accounts = 0
beforeAll(async () => void (ctx = await testApiContext({ passwords: quick })))
afterAll(() => ctx.close())
beforeEach(async () => {
  // A day on, so that no test meets the waits of another.
  ctx.clock.advance(DAY_MS)
  email = `ada-${++accounts}@shop.example`
  await register(ctx, { email, password })
})

let addresses = 0
/** Each attempt from another address, unless told. */
const elsewhere = () => ({ ...ctx, address: `198.51.100.${++addresses}` })
const signIn = (given: string, from = elsewhere(), as = email) => login(from, { email: as, password: given })
async function fail(times: number, as = email): Promise<void> {
  for (let turn = 0; turn < times; turn++) await expect(signIn('wrong', elsewhere(), as)).rejects.toThrow(WrongCredentials)
}
const refusal = async (given = password, as = email): Promise<TooManyAttempts> => {
  const error: unknown = await signIn(given, elsewhere(), as).catch((thrown: unknown) => thrown)
  if (!(error instanceof TooManyAttempts)) throw new Error('it was not refused', { cause: error })
  return error
}

describe('sign-ins to one account', () => {
  test('wait a minute after the tenth that fails, with the right password too', async () => {
    await fail(10)
    expect(await refusal()).toMatchObject({ usage: { current: 10, limit: 10, remaining: 0 }, retryAfterSeconds: 60 })
    ctx.clock.advance(MINUTE_MS - 1)
    expect((await refusal()).retryAfterSeconds).toBe(1)
    ctx.clock.advance(1)
    await signIn(password)
  })

  test('wait twice as long after each further failure, and never longer than an hour', async () => {
    await fail(10)
    const waits: number[] = []
    for (let turn = 0; turn < 8; turn++) {
      const { retryAfterSeconds } = await refusal()
      waits.push(retryAfterSeconds / 60)
      ctx.clock.advance(retryAfterSeconds * 1_000)
      await fail(1)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  })

  test('are counted anew after a quarter of an hour in which there were fewer', async () => {
    await fail(9)
    ctx.clock.advance(15 * MINUTE_MS)
    await fail(9)
    expect(await signIn(password)).toMatchObject({ merchant: { email } })
  })

  test('are forgiven by one that succeeds', async () => {
    await fail(9)
    await signIn(password)
    await fail(9)
    expect(await signIn(password)).toMatchObject({ merchant: { email } })
  })

  test('are refused for ever after a hundred failures in a row, however slow they come', async () => {
    for (let turn = 0; turn < 12; turn++) {
      await fail(turn < 11 ? 9 : 1)
      ctx.clock.advance(DAY_MS)
    }
    expect((await refusal()).retryAfterSeconds).toBe(3_600)
    ctx.clock.advance(90 * DAY_MS)
    await forgetThrottles(ctx)
    await refusal()
  })

  test('of forty at once ten are let through', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => signIn('wrong')))
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    const named = Map.groupBy(reasons, (reason) => (reason instanceof Error ? reason.name : String(reason)))
    expect([...named].map(([name, some]) => `${some.length} ${name}`).toSorted()).toEqual(['10 WrongCredentials', '30 TooManyAttempts'])
  })

  test('that a busy server could not judge are not counted', async () => {
    const busy = { ...quick, check: () => Promise.reject(new SignInBusy()) }
    for (let turn = 0; turn < 12; turn++) await expect(signIn(password, { ...elsewhere(), passwords: busy })).rejects.toThrow(SignInBusy)
    await signIn(password)
  })
})

test('an account that does not exist is refused at the same attempts with the same words', async () => {
  const nobody = `nobody-${accounts}@shop.example`
  await fail(10)
  await fail(10, nobody)
  const [known, unknown] = [await refusal('wrong'), await refusal('wrong', nobody)]
  const told = ({ message, usage, retryAfterSeconds }: TooManyAttempts) => ({ message, usage, retryAfterSeconds })
  expect(told(unknown)).toEqual(told(known))
})

test('the work of a sign-in is the same whether the account exists or the password is wrong', async () => {
  const checked: (string | undefined)[] = []
  const real = createPasswords()
  const hash = await real.hash(password)
  await tables(ctx.orm.em.fork()).updateTable('merchant').set({ passwordHash: hash }).where('email', '=', email).execute()
  const from = {
    ...elsewhere(),
    passwords: { ...real, check: (text: string, stored: string | undefined) => (checked.push(stored), real.check(text, stored)) },
  }
  const counted = async () =>
    (await tables(ctx.orm.em.fork()).selectFrom('throttle').select('streak').where('subject', 'like', '%PerAccount%').execute()).length
  const before = await counted()
  await expect(signIn('wrong', from)).rejects.toThrow(WrongCredentials)
  await expect(signIn('wrong', from, 'nobody@shop.example')).rejects.toThrow(WrongCredentials)
  expect(checked).toEqual([hash, undefined])
  expect(await counted()).toBe(before + 2)
})

test('whoever tries many accounts from one address has to wait after thirty failures', async () => {
  const from = elsewhere()
  for (let turn = 0; turn < 30; turn++) await expect(signIn('wrong', from, `${turn}-${email}`)).rejects.toThrow(WrongCredentials)
  await expect(signIn(password, from)).rejects.toThrow(TooManyAttempts)
  await signIn(password)
})

test('those who sign in rightly from one address are never counted against it', async () => {
  const from = elsewhere()
  for (let turn = 0; turn < 40; turn++) expect(await signIn(password, from)).toMatchObject({ merchant: { email } })
})

test('sixty registrations an hour come from one address, those of taken addresses too', async () => {
  const from = elsewhere()
  const ask = (turn: number) => register(from, { email: `many-${accounts}-${Math.floor(turn / 2)}@shop.example`, password })
  for (let turn = 0; turn < 60; turn++) await ask(turn).catch(() => {})
  await expect(ask(1_000)).rejects.toMatchObject({ usage: { current: 60, limit: 60, remaining: 0 }, retryAfterSeconds: 3_600 })
  ctx.clock.advance(60 * MINUTE_MS)
  await ask(1_001)
})

test('no e-mail address stands in the table of attempts', async () => {
  await fail(1)
  const rows = await tables(ctx.orm.em.fork()).selectFrom('throttle').select('subject').execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ subject }) => subject.includes('@'))).toEqual([])
})
