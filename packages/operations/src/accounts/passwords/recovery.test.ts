import { CreateApiKeyInput } from '@gateway/contract/api-keys'
import { CreateBusinessInput, UpdateBusinessInput } from '@gateway/contract/businesses'
import { ListSessionsInput } from '@gateway/contract/accounts'
import { tables } from '@gateway/db/tables'
import { InvalidToken, TooManyAttempts, WrongCredentials } from '@gateway/domain/accounts/errors'
import { InvalidField } from '@gateway/domain/kernel/error'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApiKey } from '../../businesses/api-keys/create-api-key.ts'
import { createBusiness } from '../../businesses/create-business.ts'
import { updateBusiness } from '../../businesses/update-business.ts'
import { type TestApiContext, testApiContext } from '../../testing/test-context.ts'
import { queuedEmails } from '../../testing/test-emails.ts'
import { actorOf, codeAt, enrolTotp } from '../../testing/test-factors.ts'
import { requireActor } from '../auth/authenticate.ts'
import { WrongCode } from '../factors/check-code.ts'
import { finishSignIn } from '../finish-sign-in.ts'
import { changePassword } from './change-password.ts'
import { getMe } from '../auth/get-me.ts'
import { login } from '../login.ts'
import { register } from '../register.ts'
import { signIn as beginSignIn } from '../sign-in.ts'
import { askForReset, resetPassword } from './reset-password.ts'
import { listSessions, signOut, signOutEverywhere } from '../auth/list-sessions.ts'
import { askForVerification, DeadLink, verifyEmail } from '../emails/verify-email.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
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

/** E-mails to an address, oldest first. */
const emailsTo = async (address = email) => (await queuedEmails(ctx, ctx.webhookOpeningKey)).filter(({ to }) => to === address)
const kinds = async () => (await emailsTo()).map(({ kind }) => kind)
async function lastToken(): Promise<string> {
  const text = (await emailsTo()).at(-1)?.text ?? ''
  return /#token=([\w-]{43})$/m.exec(text)?.[1] ?? ''
}

describe('a new account', () => {
  test('the e-mailed link confirms the address once, within a day', async () => {
    expect((await getMe(ctx, { actor: await actor() })).emailVerifiedAt).toBeNull()
    const link = await lastToken()
    expect(await verifyEmail(ctx, { token: link })).toMatchObject({ email, emailVerifiedAt: ctx.clock.now() })
    await expect(verifyEmail(ctx, { token: link })).rejects.toThrow(DeadLink)
  })

  test('a link that is expired, unknown or of another kind confirms nothing', async () => {
    const link = await lastToken()
    ctx.clock.advance(1)
    await askForReset(ctx, { email })
    await expect(verifyEmail(ctx, { token: await lastToken() })).rejects.toThrow(DeadLink)
    await expect(verifyEmail(ctx, { token: 'made up' })).rejects.toThrow(DeadLink)
    ctx.clock.advance(DAY_MS - 1)
    await expect(verifyEmail(ctx, { token: link })).rejects.toThrow(DeadLink)
  })

  test('sends at most five more links an hour, and none once the address is confirmed', async () => {
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
  test('the e-mailed link sets a new password, ends every session and confirms the address', async () => {
    const other = await signIn()
    ctx.clock.advance(1)
    await askForReset(ctx, { email: ` ${email.toUpperCase()} ` })
    const link = await lastToken()
    expect((await emailsTo()).at(-1)?.text).toContain('203.0.113.7, Firefox on Linux')
    await resetPassword(ctx, { token: link, password: 'a new password' })
    for (const ended of [token, other]) await expect(actor(ended)).rejects.toThrow(InvalidToken)
    await expect(signIn()).rejects.toThrow(WrongCredentials)
    const me = await getMe(ctx, { actor: await actor(await signIn('a new password')) })
    expect(me.emailVerifiedAt).toEqual(ctx.clock.now())
    expect((await kinds()).at(-1)).toMatch(/reset_password|password_changed/)
    await expect(resetPassword(ctx, { token: link, password: 'once more' })).rejects.toThrow(DeadLink)
  })

  test('using one of two reset links invalidates the other', async () => {
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

  test('exactly one of ten concurrent uses of a link sets a password', async () => {
    ctx.clock.advance(1)
    await askForReset(ctx, { email })
    const link = await lastToken()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, turn) => resetPassword(ctx, { token: link, password: `password ${turn}` })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('a request for an unknown address stores nothing and is throttled like any other', async () => {
    const nobody = `nobody-${accounts}@shop.example`
    const rows = async () => [
      await db().selectFrom('email').select('id').execute(),
      await db().selectFrom('email_token').select('digest').execute(),
    ]
    const before = await rows()
    for (let turn = 0; turn < 5; turn++) await askForReset(ctx, { email: nobody })
    await expect(askForReset(ctx, { email: nobody })).rejects.toThrow(TooManyAttempts)
    expect(await rows()).toEqual(before)
  })

  test('a reset link reopens an account that a hundred failed sign-ins have closed', async () => {
    const subject = await closeBySignIns()
    await expect(signIn()).rejects.toThrow(TooManyAttempts)
    ctx.clock.advance(1)
    await askForReset(ctx, { email })
    await resetPassword(ctx, { token: await lastToken(), password: 'a new password' })
    await signIn('a new password')
    expect(await db().selectFrom('throttle').select('count').where('subject', '=', subject).execute()).toEqual([])
  })

  test('a reset link reopens an account that a hundred wrong codes have closed, and shortens no wait of theirs', async () => {
    const { secret } = await enrolTotp(ctx, await actorOf(ctx, token))
    const finish = async (given: string, code = codeAt(secret, ctx.clock.now())) =>
      finishSignIn(ctx, { ticket: await ticketOf(given), code, openedIn: 'portal' })
    for (let turn = 0; turn < 10; turn++) await expect(finish(password, '000000')).rejects.toThrow(WrongCode)
    await db().updateTable('throttle').set({ streak: 100 }).where('subject', 'like', 'codesPerAccount:%').execute()
    await askForReset(ctx, { email })
    await resetPassword(ctx, { token: await lastToken(), password: 'a new password' })
    await expect(finish('a new password')).rejects.toThrow(TooManyAttempts)
    ctx.clock.advance(MINUTE_MS)
    await finish('a new password')
  })
})

/** Signs in with the password, which is not enough. */
async function ticketOf(given: string): Promise<string> {
  const outcome = await beginSignIn(ctx, { email, password: given, openedIn: 'portal' })
  if (!('ticket' in outcome)) throw new Error('no second factor was asked')
  return outcome.ticket
}

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

  test('ends every other session at once, keeps the current one, and is reported by e-mail', async () => {
    const other = await signIn()
    ctx.clock.advance(1)
    expect(await change(password)).toBe(1)
    await expect(actor(other)).rejects.toThrow(InvalidToken)
    expect(await actor()).toMatchObject({ kind: 'merchant' })
    expect((await emailsTo()).at(-1)).toMatchObject({
      kind: 'password_changed',
      facts: {
        by: 'old_password',
        changedAt: ctx.clock.now().toISOString(),
        from: { address: '203.0.113.7', browser: 'Firefox on Linux' },
      },
    })
    await signIn('a new password')
  })

  test('requires the current password, and its attempts count like sign-ins', async () => {
    for (let turn = 0; turn < 10; turn++) await expect(change('wrong')).rejects.toThrow(InvalidField)
    await expect(change(password)).rejects.toThrow(TooManyAttempts)
    await expect(signIn()).rejects.toThrow(TooManyAttempts)
  })

  test('invalidates reset links that were sent before it', async () => {
    ctx.clock.advance(1)
    await askForReset(ctx, { email })
    const link = await lastToken()
    await change(password)
    await expect(resetPassword(ctx, { token: link, password: 'taken over' })).rejects.toThrow(DeadLink)
  })
})

describe('sessions', () => {
  const list = async (page: object = {}) => listSessions(ctx, { actor: await actor(), page: ListSessionsInput.parse(page) })

  test('lists live sessions newest first and marks the current one', async () => {
    ctx.clock.advance(1_000)
    const second = await signIn()
    expect((await list()).sessions.map(({ isCurrent }) => isCurrent)).toEqual([false, true])
    expect(await list({ limit: 1, offset: 1 })).toMatchObject({ total: 2, sessions: [{ isCurrent: true }] })
    expect(await signOut(ctx, { actor: await actor(second) })).toBe(1)
    await expect(actor(second)).rejects.toThrow(InvalidToken)
    expect((await list()).total).toBe(1)
  })

  test('signing out everywhere ends every session of the merchant and none of another merchant', async () => {
    const others = await register(ctx, { email: `bob-${accounts}@shop.example`, password })
    const second = await signIn()
    expect(await signOutEverywhere(ctx, { actor: await actor() })).toBe(2)
    for (const ended of [token, second]) await expect(actor(ended)).rejects.toThrow(InvalidToken)
    expect(await actor(others.token)).toMatchObject({ kind: 'merchant' })
  })
})

describe('a business', () => {
  const ETH = ['0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'] as const
  const create = async () =>
    (await createBusiness(ctx, { actor: await actor(), terms: CreateBusinessInput.parse({ name: 'Shop' }) })).facts.business
  const last = async () => (await emailsTo()).at(-1)

  test('reports a change of wallets to its merchant with old and new wallet, who changed it and from where, and no other change', async () => {
    const { id } = await create()
    const by = await actor()
    const update = (changes: object) => updateBusiness(ctx, { actor: by, changes: UpdateBusinessInput.parse({ id, ...changes }) })
    await update({ name: 'Store' })
    expect(await kinds()).toEqual(['verify_email'])
    for (const address of ETH) {
      ctx.clock.advance(1)
      await update({ wallet_addresses: { ETH: address } })
      await update({ wallet_addresses: { ETH: address } })
    }
    expect(await kinds()).toEqual(['verify_email', 'wallets_changed', 'wallets_changed'])
    const mail = await last()
    expect(mail?.facts).toMatchObject({
      business: { id, name: 'Store' },
      changes: [{ asset: 'ETH', before: ETH[0], after: ETH[1] }],
      changedAt: ctx.clock.now().toISOString(),
      byKey: null,
      from: { address: '203.0.113.7', browser: 'Firefox on Linux' },
    })
    for (const fact of [...ETH, `${email.replace('@', '@\u200c').replace('.', '.\u200c')}, signed in`]) expect(mail?.text).toContain(fact)
  })

  test('names the API key that changed its wallets', async () => {
    const { id } = await create()
    const { key, text } = await createApiKey(ctx, {
      actor: await actor(),
      terms: CreateApiKeyInput.parse({ id, name: 'Shop', scopes: ['*', 'wallets:write'] }),
    })
    ctx.clock.advance(1)
    const changes = UpdateBusinessInput.parse({ id, wallet_addresses: { ETH: ETH[0] } })
    await updateBusiness(ctx, { actor: await actor(text), changes })
    expect(await last()).toMatchObject({ kind: 'wallets_changed', facts: { byKey: `gw_live_${key.id}` } })
  })

  test('reports a live API key by its prefix, never the key, and no test key', async () => {
    const { id } = await create()
    const make = async (terms: object) => createApiKey(ctx, { actor: await actor(), terms: CreateApiKeyInput.parse({ id, ...terms }) })
    await make({ mode: 'test' })
    expect(await kinds()).toEqual(['verify_email'])
    ctx.clock.advance(1)
    const { key, text } = await make({ name: 'Shop backend', scopes: ['payments:read'] })
    const mail = await last()
    expect(mail).toMatchObject({
      kind: 'api_key_created',
      facts: { keyId: key.id, name: 'Shop backend', scopes: ['payments:read'], byKey: null },
    })
    expect(text.startsWith(`gw_live_${key.id}`)).toBe(true)
    expect(mail?.text).toContain(`gw_live_${key.id}`)
    expect(JSON.stringify(mail)).not.toContain(text)
  })
})

test('the database holds no link token and no e-mail address of an e-mail in clear', async () => {
  const link = await lastToken()
  expect(link).toHaveLength(43)
  for (const table of ['email', 'email_token', 'audit_entry', 'outbox', 'event'] as const) {
    const text = JSON.stringify(await db().selectFrom(table).selectAll().execute(), (_, value: unknown) =>
      Buffer.isBuffer(value) ? value.toString('latin1') : value,
    )
    expect(text).not.toContain(link)
    expect(text).not.toContain(email)
  }
})
