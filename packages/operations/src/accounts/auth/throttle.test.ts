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

// Only the counting of attempts is tested here, so an instant hash will do.
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
  // A day later, so that the waits of another test are over.
  ctx.clock.advance(DAY_MS)
  email = `ada-${++accounts}@shop.example`
  await register(ctx, { email, password })
})

let addresses = 0
/** A context with an address of its own. */
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
  test('sign-ins wait a minute after ten failures, even with the right password', async () => {
    await fail(10)
    expect(await refusal()).toMatchObject({ usage: { current: 10, limit: 10, remaining: 0 }, retryAfterSeconds: 60 })
    ctx.clock.advance(MINUTE_MS - 1)
    expect((await refusal()).retryAfterSeconds).toBe(1)
    ctx.clock.advance(1)
    await signIn(password)
  })

  test('each further failure doubles the wait, up to an hour', async () => {
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

  test('the count restarts after a quarter of an hour without ten failures', async () => {
    await fail(9)
    ctx.clock.advance(15 * MINUTE_MS)
    await fail(9)
    expect(await signIn(password)).toMatchObject({ merchant: { email } })
  })

  test('a successful sign-in resets the failures of its account', async () => {
    await fail(9)
    await signIn(password)
    await fail(9)
    expect(await signIn(password)).toMatchObject({ merchant: { email } })
  })

  test('a hundred failures without a success close the account, however slowly they come', async () => {
    for (let turn = 0; turn < 12; turn++) {
      await fail(turn < 11 ? 9 : 1)
      ctx.clock.advance(DAY_MS)
    }
    expect((await refusal()).retryAfterSeconds).toBe(3_600)
    ctx.clock.advance(90 * DAY_MS)
    await forgetThrottles(ctx)
    await refusal()
  })

  test('ten of forty concurrent sign-ins are checked and the rest are rejected', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => signIn('wrong')))
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    const named = Map.groupBy(reasons, (reason) => (reason instanceof Error ? reason.name : String(reason)))
    expect([...named].map(([name, some]) => `${some.length} ${name}`).toSorted()).toEqual(['10 WrongCredentials', '30 TooManyAttempts'])
  })

  test('a sign-in that a busy server rejects is not counted', async () => {
    const busy = { ...quick, check: () => Promise.reject(new SignInBusy()) }
    for (let turn = 0; turn < 12; turn++) await expect(signIn(password, { ...elsewhere(), passwords: busy })).rejects.toThrow(SignInBusy)
    await signIn(password)
  })
})

test('an unknown account is throttled at the same attempt with the same message', async () => {
  const nobody = `nobody-${accounts}@shop.example`
  await fail(10)
  await fail(10, nobody)
  const [known, unknown] = [await refusal('wrong'), await refusal('wrong', nobody)]
  const told = ({ message, usage, retryAfterSeconds }: TooManyAttempts) => ({ message, usage, retryAfterSeconds })
  expect(told(unknown)).toEqual(told(known))
})

test('a sign-in does the same work for an unknown account as for a wrong password', async () => {
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

test('thirty failures from one address block it for every account', async () => {
  const from = elsewhere()
  for (let turn = 0; turn < 30; turn++) await expect(signIn('wrong', from, `${turn}-${email}`)).rejects.toThrow(WrongCredentials)
  await expect(signIn(password, from)).rejects.toThrow(TooManyAttempts)
  await signIn(password)
})

test('successful sign-ins never count against their address', async () => {
  const from = elsewhere()
  for (let turn = 0; turn < 40; turn++) expect(await signIn(password, from)).toMatchObject({ merchant: { email } })
})

test('one address is limited to sixty registrations an hour, taken e-mails included', async () => {
  const from = elsewhere()
  const ask = (turn: number) => register(from, { email: `many-${accounts}-${Math.floor(turn / 2)}@shop.example`, password })
  for (let turn = 0; turn < 60; turn++) await ask(turn).catch(() => {})
  await expect(ask(1_000)).rejects.toMatchObject({ usage: { current: 60, limit: 60, remaining: 0 }, retryAfterSeconds: 3_600 })
  ctx.clock.advance(60 * MINUTE_MS)
  await ask(1_001)
})

test('the throttle table stores no e-mail address', async () => {
  await fail(1)
  const rows = await tables(ctx.orm.em.fork()).selectFrom('throttle').select('subject').execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ subject }) => subject.includes('@'))).toEqual([])
})
