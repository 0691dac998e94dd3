import { CreateBusinessInput, UpdateBusinessInput } from '@gateway/contract/businesses'
import { ListSessionsInput } from '@gateway/contract/accounts'
import { tables } from '@gateway/db/tables'
import { InvalidToken, TooManyAttempts, WrongCredentials } from '@gateway/domain/accounts/errors'
import { InvalidField } from '@gateway/domain/kernel/error'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBusiness } from '../../businesses/create-business.ts'
import { updateBusiness } from '../../businesses/update-business.ts'
import { type TestApiContext, testApiContext } from '../../testing/test-context.ts'
import { requireActor } from '../auth/authenticate.ts'
import { changePassword } from './change-password.ts'
import { getMe } from '../auth/get-me.ts'
import { login } from '../login.ts'
import { register } from '../register.ts'
import { askForReset, resetPassword } from './reset-password.ts'
import { listSessions, signOut, signOutEverywhere } from '../auth/list-sessions.ts'
import { askForVerification, DeadLink, verifyEmail } from '../emails/verify-email.ts'
import { openEmail } from '../emails/queue-email.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const password = 'correct horse battery'

let ctx: TestApiContext
let email: string
let token: string
let accounts = 0
beforeAll(async () => void (ctx = await testApiContext()))
afterAll(() => ctx.close())
beforeEach(async () => {
  ctx.clock.advance(DAY_MS)
  email = `ada-${++accounts}@shop.example`
  token = (await register(ctx, { email, password })).token
})

const db = () => tables(ctx.orm.em.fork())
const actor = (text = token) => requireActor(ctx, text)
const signIn = async (given = password) => (await login(ctx, { email, password: given })).token

/** What was written to an address, oldest first. */
async function lettersTo(address = email) {
  const rows = await db().selectFrom('letter').selectAll().orderBy('createdAt').execute()
  const opened = rows.flatMap(({ id, kind, sealed }) => (sealed ? [{ kind, ...openEmail(ctx.webhookOpeningKey, { id, sealed }) }] : []))
  return opened.filter(({ to }) => to === address)
}
const kinds = async () => (await lettersTo()).map(({ kind }) => kind)
async function lastToken(): Promise<string> {
  const text = (await lettersTo()).at(-1)?.text ?? ''
  return /#token=([\w-]{43})$/m.exec(text)?.[1] ?? ''
}

describe('a new account', () => {
  test('is confirmed by the link in its letter, once and within a day', async () => {
    expect((await getMe(ctx, { actor: await actor() })).emailVerifiedAt).toBeNull()
    const link = await lastToken()
    expect(await verifyEmail(ctx, { token: link })).toMatchObject({ email, emailVerifiedAt: ctx.clock.now() })
    await expect(verifyEmail(ctx, { token: link })).rejects.toThrow(DeadLink)
  })

  test('is not confirmed by a link that is a day old, of another kind, or made up', async () => {
    const link = await lastToken()
    ctx.clock.advance(1)
    await askForReset(ctx, { email })
    await expect(verifyEmail(ctx, { token: await lastToken() })).rejects.toThrow(DeadLink)
    await expect(verifyEmail(ctx, { token: 'made up' })).rejects.toThrow(DeadLink)
    ctx.clock.advance(DAY_MS - 1)
    await expect(verifyEmail(ctx, { token: link })).rejects.toThrow(DeadLink)
  })

  test('gets another link on request, at most five an hour, and none once it is confirmed', async () => {
    const link = await lastToken()
    for (let turn = 0; turn < 5; turn++) await askForVerification(ctx, { actor: await actor() })
    await expect(askForVerification(ctx, { actor: await actor() })).rejects.toThrow(TooManyAttempts)
    expect(await kinds()).toHaveLength(6)
    await verifyEmail(ctx, { token: link })
    await askForVerification(ctx, { actor: await actor() })
    expect(await kinds()).toHaveLength(6)
  })
})

describe('a forgotten password', () => {
  test('is replaced by a link, which ends every session and confirms the address', async () => {
    const other = await signIn()
    ctx.clock.advance(1)
    await askForReset(ctx, { email: ` ${email.toUpperCase()} ` })
    const link = await lastToken()
    await resetPassword(ctx, { token: link, password: 'a new password' })
    for (const ended of [token, other]) await expect(actor(ended)).rejects.toThrow(InvalidToken)
    await expect(signIn()).rejects.toThrow(WrongCredentials)
    const me = await getMe(ctx, { actor: await actor(await signIn('a new password')) })
    expect(me.emailVerifiedAt).toEqual(ctx.clock.now())
    expect((await kinds()).at(-1)).toMatch(/reset_password|password_changed/)
    await expect(resetPassword(ctx, { token: link, password: 'once more' })).rejects.toThrow(DeadLink)
  })

  test('of two links one is used, and then neither opens anything', async () => {
    ctx.clock.advance(1)
    await askForReset(ctx, { email })
    const first = await lastToken()
    ctx.clock.advance(1)
    await askForReset(ctx, { email })
    const second = await lastToken()
    expect(first).not.toBe(second)
    await resetPassword(ctx, { token: second, password: 'a new password' })
    await expect(resetPassword(ctx, { token: first, password: 'taken over' })).rejects.toThrow(DeadLink)
  })

  test('of ten who show one link at once one sets a password', async () => {
    ctx.clock.advance(1)
    await askForReset(ctx, { email })
    const link = await lastToken()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, turn) => resetPassword(ctx, { token: link, password: `password ${turn}` })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('leaves no trace for an address that nobody has, and counts like any other', async () => {
    const nobody = `nobody-${accounts}@shop.example`
    const rows = async () => [
      await db().selectFrom('letter').select('id').execute(),
      await db().selectFrom('email_link').select('digest').execute(),
    ]
    const before = await rows()
    for (let turn = 0; turn < 5; turn++) await askForReset(ctx, { email: nobody })
    await expect(askForReset(ctx, { email: nobody })).rejects.toThrow(TooManyAttempts)
    expect(await rows()).toEqual(before)
  })

  test('opens an account that a hundred failed sign-ins have closed', async () => {
    const subject = await closeBySignIns()
    await expect(signIn()).rejects.toThrow(TooManyAttempts)
    ctx.clock.advance(1)
    await askForReset(ctx, { email })
    await resetPassword(ctx, { token: await lastToken(), password: 'a new password' })
    await signIn('a new password')
    expect(await db().selectFrom('throttle').select('count').where('subject', '=', subject).execute()).toEqual([])
  })
})

/** Leaves an account as a hundred failures would, which take a day. */
async function closeBySignIns(): Promise<string> {
  await expect(signIn('wrong')).rejects.toThrow(WrongCredentials)
  const [row] = await db()
    .selectFrom('throttle')
    .select('subject')
    .where('subject', 'like', 'signInsPerAccount:%')
    .orderBy('restartsAt', 'desc')
    .limit(1)
    .execute()
  const subject = row?.subject ?? ''
  await db().updateTable('throttle').set({ streak: 100 }).where('subject', '=', subject).execute()
  return subject
}

describe('a changed password', () => {
  const change = async (current: string, next = 'a new password') => changePassword(ctx, { actor: await actor(), current, next })

  test('ends every other session at once, keeps the one that asks, and is told by letter', async () => {
    const other = await signIn()
    ctx.clock.advance(1)
    expect(await change(password)).toBe(1)
    await expect(actor(other)).rejects.toThrow(InvalidToken)
    expect(await actor()).toMatchObject({ kind: 'merchant' })
    expect((await kinds()).at(-1)).toBe('password_changed')
    await signIn('a new password')
  })

  test('needs the one before, and its attempts count like sign-ins', async () => {
    for (let turn = 0; turn < 10; turn++) await expect(change('wrong')).rejects.toThrow(InvalidField)
    await expect(change(password)).rejects.toThrow(TooManyAttempts)
    await expect(signIn()).rejects.toThrow(TooManyAttempts)
  })

  test('makes links that were sent for it useless', async () => {
    ctx.clock.advance(1)
    await askForReset(ctx, { email })
    const link = await lastToken()
    await change(password)
    await expect(resetPassword(ctx, { token: link, password: 'taken over' })).rejects.toThrow(DeadLink)
  })
})

describe('sessions', () => {
  const list = async (page: object = {}) => listSessions(ctx, { actor: await actor(), page: ListSessionsInput.parse(page) })

  test('are listed newest first, with the one that asks marked, without ended ones', async () => {
    ctx.clock.advance(1_000)
    const second = await signIn()
    expect((await list()).sessions.map(({ isCurrent }) => isCurrent)).toEqual([false, true])
    expect(await list({ limit: 1, offset: 1 })).toMatchObject({ total: 2, sessions: [{ isCurrent: true }] })
    expect(await signOut(ctx, { actor: await actor(second) })).toBe(1)
    await expect(actor(second)).rejects.toThrow(InvalidToken)
    expect((await list()).total).toBe(1)
  })

  test('end everywhere at once, the one that asks too, and nobody else’s', async () => {
    const others = await register(ctx, { email: `bob-${accounts}@shop.example`, password })
    const second = await signIn()
    expect(await signOutEverywhere(ctx, { actor: await actor() })).toBe(2)
    for (const ended of [token, second]) await expect(actor(ended)).rejects.toThrow(InvalidToken)
    expect(await actor(others.token)).toMatchObject({ kind: 'merchant' })
  })
})

test('whoever changes wallets, their owner is told; of other changes not', async () => {
  const by = await actor()
  const { facts } = await createBusiness(ctx, { actor: by, terms: CreateBusinessInput.parse({ name: 'Shop' }) })
  const update = (changes: object) =>
    updateBusiness(ctx, { actor: by, changes: UpdateBusinessInput.parse({ id: facts.business.id, ...changes }) })
  await update({ name: 'Store' })
  expect(await kinds()).toEqual(['verify_email'])
  const wallets = { wallet_addresses: { ETH: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' } }
  ctx.clock.advance(1)
  await update(wallets)
  await update(wallets)
  expect(await kinds()).toEqual(['verify_email', 'wallets_changed'])
})

test('the database holds no token and no address of a letter in the clear', async () => {
  const link = await lastToken()
  expect(link).toHaveLength(43)
  for (const table of ['letter', 'email_link', 'audit_entry', 'outbox', 'event'] as const) {
    const text = JSON.stringify(await db().selectFrom(table).selectAll().execute(), (_, value: unknown) =>
      Buffer.isBuffer(value) ? value.toString('latin1') : value,
    )
    expect(text).not.toContain(link)
    expect(text).not.toContain(email)
  }
})
