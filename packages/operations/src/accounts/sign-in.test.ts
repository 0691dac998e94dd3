import { tables } from '@gateway/db/tables'
import { ConfirmationRequired, SecondFactorRequired, TooManyAttempts } from '@gateway/domain/accounts/errors'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testAuthenticator } from '../testing/test-authenticator.ts'
import { type TestApiContext, testApiContext } from '../testing/test-context.ts'
import { queuedEmails } from '../testing/test-emails.ts'
import { actorOf, codeAt, enrolPasskey, enrolTotp, verifyAddress } from '../testing/test-factors.ts'
import { forgetThrottles } from './auth/throttle.ts'
import { confirmSession, confirmWithPasskey, requestConfirmation } from './confirm-session.ts'
import { WrongCode } from './factors/check-code.ts'
import { startTotp } from './factors/enrol-totp.ts'
import { DeadTicket, forgetTickets } from './factors/sign-in-ticket.ts'
import { WrongPasskey } from './factors/verify-passkey.ts'
import { finishSignIn, finishWithPasskey, requestPasskey } from './finish-sign-in.ts'
import { login } from './login.ts'
import { changePassword } from './passwords/change-password.ts'
import { register } from './register.ts'
import { signIn } from './sign-in.ts'

const MINUTE_MS = 60_000
const password = 'correct horse battery'
const openedIn = 'portal'

// The costs of a password are not of interest here.
const quick = {
  hash: async (text: string) => `hash of ${text}`,
  check: async (text: string, stored: string | undefined) => (stored === `hash of ${text}` ? ('match' as const) : ('mismatch' as const)),
}

let ctx: TestApiContext
let email: string
let token: string
let accounts = 0
beforeAll(async () => void (ctx = await testApiContext({ passwords: quick })))
afterAll(() => ctx.close())
beforeEach(async () => {
  ctx.clock.advance(24 * 60 * MINUTE_MS)
  email = `ada-${++accounts}@shop.example`
  const signedUp = await register(ctx, { email, password, openedIn })
  token = signedUp.token
  await verifyAddress(ctx, signedUp.merchant.id)
})

const actor = (text = token) => actorOf(ctx, text)
const code = (secret: string) => codeAt(secret, ctx.clock.now())

/** Signs in with the password, which is not enough. */
async function ticketOf(): Promise<string> {
  const outcome = await signIn(ctx, { email, password, openedIn })
  if (!('ticket' in outcome)) throw new Error('no second factor was asked')
  return outcome.ticket
}
const finish = (ticket: string, given: string) => finishSignIn(ctx, { ticket, code: given, openedIn })

describe('an account without a second factor', () => {
  test('an account without a second factor is signed in to with the password, by one session that says where it was opened', async () => {
    expect(await signIn(ctx, { email, password, openedIn })).toMatchObject({ merchant: { email }, token: expect.any(String) })
    expect(await actor((await login(ctx, { email, password })).token)).toMatchObject({ openedIn: 'api', hasSecondFactor: false })
    expect(await actor()).toMatchObject({ openedIn: 'portal', hasSecondFactor: false, confirmedAt: ctx.clock.now() })
  })

  test('asks for no second factor while an authenticator app waits for its first code', async () => {
    await startTotp(ctx, { actor: await actor() })
    expect(await login(ctx, { email, password })).toMatchObject({ merchant: { email } })
  })
})

describe('an account with a second factor', () => {
  test('opens no session for the password alone, over the API and in the portal', async () => {
    const { recoveryCodes } = await enrolTotp(ctx, await actor())
    const sessions = () => tables(ctx.orm.em.fork()).selectFrom('session').selectAll().execute()
    const before = (await sessions()).length
    const asked: unknown = await login(ctx, { email, password }).catch((error: unknown) => error)
    expect(asked).toBeInstanceOf(SecondFactorRequired)
    const expiresAt = new Date(ctx.clock.now().getTime() + 5 * MINUTE_MS)
    const factors = ['totp', 'recovery_code']
    expect(asked).toMatchObject({ details: { ticket: expect.stringMatching(/^[\w-]{43}$/), expires_at: expiresAt.toISOString(), factors } })
    expect(await signIn(ctx, { email, password, openedIn })).toEqual({ ticket: expect.any(String), expiresAt, factors })
    expect(await sessions()).toHaveLength(before)
    expect(recoveryCodes).toHaveLength(10)
  })

  test('an account with a second factor is signed in to with a code of the app, and says so in its session', async () => {
    const { secret } = await enrolTotp(ctx, await actor())
    const signedIn = await finish(await ticketOf(), code(secret))
    expect(signedIn).toMatchObject({ merchant: { email }, expiresInSeconds: 604_800 })
    expect(await actor(signedIn.token)).toMatchObject({ openedIn: 'portal', hasSecondFactor: true, confirmedAt: ctx.clock.now() })
  })

  test('takes a code of the app once, also for two sign-ins at once, and none of a former step', async () => {
    const { secret } = await enrolTotp(ctx, await actor())
    const former = code(secret)
    ctx.clock.advance(30_000)
    const tickets = [await ticketOf(), await ticketOf(), await ticketOf(), await ticketOf()]
    const outcomes = await Promise.allSettled(tickets.slice(1).map((ticket) => finish(ticket, code(secret))))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(finish(tickets[0] ?? '', former)).rejects.toThrow(WrongCode)
  })

  test('takes a code of the app one step early or late and no other', async () => {
    const { secret } = await enrolTotp(ctx, await actor())
    for (const offMs of [-61_000, 61_000]) {
      const off = codeAt(secret, new Date(ctx.clock.now().getTime() + offMs))
      await expect(finish(await ticketOf(), off)).rejects.toThrow(WrongCode)
    }
    const late = code(secret)
    ctx.clock.advance(30_000)
    expect(await finish(await ticketOf(), late)).toMatchObject({ merchant: { email } })
  })

  test('takes a recovery code once, however it is typed, and reports it by e-mail', async () => {
    const { recoveryCodes } = await enrolTotp(ctx, await actor())
    const [first = '', second = ''] = recoveryCodes
    expect(await finish(await ticketOf(), first.toUpperCase().replaceAll('-', ' '))).toMatchObject({ merchant: { email } })
    await expect(finish(await ticketOf(), first)).rejects.toThrow(WrongCode)
    await finish(await ticketOf(), second)
    const mails = (await queuedEmails(ctx, ctx.webhookOpeningKey)).filter(({ to }) => to === email)
    expect(mails.filter(({ facts }) => 'change' in facts && facts.change === 'recovery_code_used')).toHaveLength(2)
  })

  test('takes no recovery code of another account', async () => {
    await enrolTotp(ctx, await actor())
    const other = await register(ctx, { email: `bob-${accounts}@shop.example`, password })
    const { recoveryCodes } = await enrolTotp(ctx, await actor(other.token))
    await expect(finish(await ticketOf(), recoveryCodes[0] ?? '')).rejects.toThrow(WrongCode)
  })

  test('an account with a second factor is throttled by wrong codes, whatever ticket they come with, until time has passed', async () => {
    const { secret } = await enrolTotp(ctx, await actor())
    const wrong = async (ticket: string) => expect(finish(ticket, '000000')).rejects.toThrow(WrongCode)
    for (let turn = 0; turn < 10; turn++) await wrong(await ticketOf())
    await expect(finish(await ticketOf(), code(secret))).rejects.toThrow(TooManyAttempts)
    ctx.clock.advance(MINUTE_MS)
    await finish(await ticketOf(), code(secret))
  })

  test('takes no code after a hundred wrong ones in a row, however slowly they come and though the password was right', async () => {
    const { secret } = await enrolTotp(ctx, await actor())
    const wrong = async () => expect(finish(await ticketOf(), '000000')).rejects.toThrow(WrongCode)
    await wrong()
    await tables(ctx.orm.em.fork()).updateTable('throttle').set({ streak: 99 }).where('subject', 'like', 'codesPerAccount:%').execute()
    await wrong()
    ctx.clock.advance(90 * 24 * 60 * MINUTE_MS)
    await forgetThrottles(ctx)
    await expect(finish(await ticketOf(), code(secret))).rejects.toMatchObject({ name: 'TooManyAttempts', retryAfterSeconds: 3_600 })
  })

  test('stores neither a secret, nor a recovery code, nor a ticket', async () => {
    const { secret, recoveryCodes } = await enrolTotp(ctx, await actor())
    const ticket = await ticketOf()
    const rows = await Promise.all(
      (['totp_factor', 'recovery_code', 'sign_in_ticket', 'audit_entry'] as const).map((table) =>
        tables(ctx.orm.em.fork()).selectFrom(table).selectAll().execute(),
      ),
    )
    const stored = JSON.stringify(rows, (_, value: unknown) => (Buffer.isBuffer(value) ? value.toString('latin1') : value))
    for (const clear of [secret, ticket, ...recoveryCodes, ...recoveryCodes.map((text) => text.replaceAll('-', ''))])
      expect(stored).not.toContain(clear)
  })
})

describe('a ticket', () => {
  test('works once, also for ten requests at once', async () => {
    const { recoveryCodes } = await enrolTotp(ctx, await actor())
    const ticket = await ticketOf()
    const outcomes = await Promise.allSettled(recoveryCodes.map((given) => finish(ticket, given)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('expires after five minutes, and is forgotten then', async () => {
    const { secret } = await enrolTotp(ctx, await actor())
    const ticket = await ticketOf()
    ctx.clock.advance(5 * MINUTE_MS)
    await expect(finish(ticket, code(secret))).rejects.toThrow(DeadTicket)
    ctx.clock.advance(1)
    await forgetTickets(ctx)
    expect(await tables(ctx.orm.em.fork()).selectFrom('sign_in_ticket').selectAll().execute()).toEqual([])
  })

  test('takes five attempts', async () => {
    const { secret } = await enrolTotp(ctx, await actor())
    const ticket = await ticketOf()
    for (let turn = 0; turn < 5; turn++) await expect(finish(ticket, '000000')).rejects.toThrow(WrongCode)
    await expect(finish(ticket, code(secret))).rejects.toThrow(DeadTicket)
    await finish(await ticketOf(), code(secret))
  })

  test('ends with the password that it was given for', async () => {
    const { secret } = await enrolTotp(ctx, await actor())
    const ticket = await ticketOf()
    await changePassword(ctx, { actor: await actor(), current: password, next: 'another one' })
    await expect(finish(ticket, code(secret))).rejects.toThrow(DeadTicket)
  })

  test('a ticket that nobody has is refused', async () => {
    await expect(finish('made up', '000000')).rejects.toThrow(DeadTicket)
  })
})

describe('a passkey', () => {
  test('finishes a sign-in after the password', async () => {
    const { authenticator } = await enrolPasskey(ctx, await actor())
    const ticket = await ticketOf()
    const { challengeId, options } = await requestPasskey(ctx, { ticket })
    expect(options.allowCredentials).toHaveLength(1)
    const { token: opened } = await finishWithPasskey(ctx, { challengeId, response: authenticator.get(options), openedIn })
    expect(await actor(opened)).toMatchObject({ openedIn: 'portal', hasSecondFactor: true })
    await expect(finish(ticket, '000000')).rejects.toThrow(DeadTicket)
  })

  test('signs in alone, without an address or a password', async () => {
    const me = await actor()
    const { authenticator } = await enrolPasskey(ctx, me)
    const { challengeId, options } = await requestPasskey(ctx, {})
    expect(options).toMatchObject({ rpId: 'gateway.test', userVerification: 'required' })
    expect(options.allowCredentials).toBeUndefined()
    const response = authenticator.get(options, { userHandle: me.merchantId })
    expect(await finishWithPasskey(ctx, { challengeId, response, openedIn })).toMatchObject({ merchant: { email } })
    await expect(finishWithPasskey(ctx, { challengeId, response, openedIn })).rejects.toThrow(DeadTicket)
  })

  const wrong = {
    'of a page of another origin': { origin: 'https://gateway.test.evil.example' },
    'whose user was not verified': { isUserVerified: false },
    'whose counter has not risen': { counter: 1 },
    'whose counter has fallen to nothing': { counter: 0 },
    'that names another user': { userHandle: '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11' },
  }
  test.each(Object.entries(wrong))('answer %s is refused', async (_name, changes) => {
    const { authenticator } = await enrolPasskey(ctx, await actor())
    const { challengeId, options } = await requestPasskey(ctx, {})
    const response = authenticator.get(options, changes)
    await expect(finishWithPasskey(ctx, { challengeId, response, openedIn })).rejects.toThrow(WrongPasskey)
  })

  test('answer to another challenge, with another signature or of an unknown passkey is refused', async () => {
    const { authenticator } = await enrolPasskey(ctx, await actor())
    const [one, other] = [await requestPasskey(ctx, {}), await requestPasskey(ctx, {})]
    const good = authenticator.get(one.options)
    const forged = {
      ...good,
      response: { ...good.response, signature: testAuthenticator(ctx.publicUrl).get(one.options).response.signature },
    }
    for (const response of [authenticator.get(other.options), forged, testAuthenticator(ctx.publicUrl).get(one.options)])
      await expect(finishWithPasskey(ctx, { challengeId: one.challengeId, response, openedIn })).rejects.toThrow(WrongPasskey)
  })

  test('a passkey of another account does not finish a sign-in', async () => {
    await enrolPasskey(ctx, await actor())
    const other = await register(ctx, { email: `bob-${accounts}@shop.example`, password })
    const { authenticator } = await enrolPasskey(ctx, await actor(other.token))
    const { challengeId, options } = await requestPasskey(ctx, { ticket: await ticketOf() })
    await expect(finishWithPasskey(ctx, { challengeId, response: authenticator.get(options), openedIn })).rejects.toThrow(WrongPasskey)
  })

  test('a passkey is asked for with a ticket that lives', async () => {
    await enrolPasskey(ctx, await actor())
    await expect(requestPasskey(ctx, { ticket: 'made up' })).rejects.toThrow(DeadTicket)
    const ticket = await ticketOf()
    ctx.clock.advance(5 * MINUTE_MS)
    await expect(requestPasskey(ctx, { ticket })).rejects.toThrow(DeadTicket)
  })
})

describe('a session', () => {
  beforeEach(() => ctx.clock.advance(10 * MINUTE_MS))

  test('a session is confirmed for five minutes with the password, whose wrong guesses count like sign-ins', async () => {
    await expect(confirmSession(ctx, { actor: await actor(), shown: { password: 'wrong' } })).rejects.toMatchObject({
      details: [{ field: 'password', message: expect.any(String) }],
    })
    const until = await confirmSession(ctx, { actor: await actor(), shown: { password } })
    expect(until.getTime() - ctx.clock.now().getTime()).toBe(5 * MINUTE_MS)
    expect((await actor()).confirmedAt).toEqual(ctx.clock.now())
    for (let turn = 0; turn < 10; turn++) await confirmSession(ctx, { actor: await actor(), shown: { password: 'wrong' } }).catch(() => {})
    await expect(signIn(ctx, { email, password, openedIn })).rejects.toThrow(TooManyAttempts)
  })

  test('a session is confirmed with a code of the app and no recovery code', async () => {
    await confirmSession(ctx, { actor: await actor(), shown: { password } })
    const { secret, recoveryCodes } = await enrolTotp(ctx, await actor())
    ctx.clock.advance(10 * MINUTE_MS)
    await expect(confirmSession(ctx, { actor: await actor(), shown: { code: recoveryCodes[0] ?? '' } })).rejects.toThrow(WrongCode)
    await confirmSession(ctx, { actor: await actor(), shown: { code: code(secret) } })
    expect((await actor()).confirmedAt).toEqual(ctx.clock.now())
  })

  test('a session is confirmed with a passkey that was asked for in it and in no other session', async () => {
    await confirmSession(ctx, { actor: await actor(), shown: { password } })
    const { authenticator } = await enrolPasskey(ctx, await actor())
    const { challengeId, options } = await requestPasskey(ctx, {})
    const other = await actor((await finishWithPasskey(ctx, { challengeId, response: authenticator.get(options), openedIn })).token)
    ctx.clock.advance(10 * MINUTE_MS)
    const asked = await requestConfirmation(ctx, { actor: await actor() })
    const shown = { challengeId: asked.challengeId, response: authenticator.get(asked.options) }
    await expect(confirmWithPasskey(ctx, { actor: other, ...shown })).rejects.toThrow(DeadTicket)
    await confirmWithPasskey(ctx, { actor: await actor(), ...shown })
    expect((await actor()).confirmedAt).toEqual(ctx.clock.now())
    await expect(confirmWithPasskey(ctx, { actor: await actor(), ...shown })).rejects.toThrow(DeadTicket)
  })

  test('a session that is not confirmed changes no factor, wherever it was opened', async () => {
    const { token: overApi } = await login(ctx, { email, password })
    ctx.clock.advance(5 * MINUTE_MS)
    for (const text of [token, overApi]) await expect(enrolTotp(ctx, await actor(text))).rejects.toThrow(ConfirmationRequired)
  })
})
