import type { ReceivedEmail } from '@gateway/devnet/mail/smtp-sink'
import { eventually } from '@gateway/testing/wait'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FurtherApi, startFurtherApi } from '../client/further-apis.ts'
import { noThrottles } from '../support/no-limits.ts'
import { operate } from '../support/operator.ts'
import { say, type Saying } from '../support/say.ts'
import { type Shared, sharedStory } from '../support/shared-story.ts'

let story: Shared
let api: FurtherApi
let email: string
let token: string
const password = 'correct horse battery staple'

beforeAll(async () => {
  story = await sharedStory()
  const { signInsPerAccount: _ofTheProduct, ...throttles } = noThrottles
  api = await startFurtherApi(story, { name: 'throttled-api', throttles })
})
afterAll(async () => {
  await api?.stop()
  await story?.close()
})
beforeEach(async () => {
  email = `ada-${randomBytes(6).toString('hex')}@shop.example`
  token = String((await ask('POST /auth/register', { body: { email, password } })).body['token'])
})

const ask = (route: string, saying?: Saying) => say(api.origin, route, saying)
const signIn = (given = password) => ask('POST /auth/login', { body: { email, password: given } })
const isLetIn = async (key: string) => (await ask('GET /auth/me', { key })).status === 200
const mail = (subject: string): Promise<ReceivedEmail> =>
  eventually(`an e-mail: ${subject}`, async () =>
    story.mail.emails.find(({ to, headers }) => to.includes(email) && headers['subject'] === subject),
  )
const tokenIn = ({ text }: ReceivedEmail) => /#token=([\w-]+)/.exec(text)?.[1]
const comparable = ({ status, body: { request_id: _own, ...body } }: Awaited<ReturnType<typeof ask>>) => ({ status, body })

describe('a merchant', () => {
  test('confirms the e-mail address by the e-mailed link, which works once', async () => {
    expect((await ask('GET /auth/me', { key: token })).body).toMatchObject({ email_verified: false })
    const body = { token: tokenIn(await mail('Confirm your e-mail address for Gateway')) }
    expect(await ask('POST /auth/verify-email', { body })).toMatchObject({
      status: 200,
      body: { success: true, email, email_verified: true },
    })
    expect((await ask('GET /auth/me', { key: token })).body).toMatchObject({ merchant: { email_verified: true } })
    const again = await ask('POST /auth/verify-email', { body })
    expect(again).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', details: [{ field: 'token' }] } })
  })

  test('sets a new password by an e-mailed link, which ends every session and sends an e-mail about the change', async () => {
    const asked = await ask('POST /auth/password/forgot', { body: { email } })
    const link = tokenIn(await mail('Choose a new password for Gateway'))
    const reset = await ask('POST /auth/password/reset', { body: { token: link, password: 'a new password' } })
    expect([asked.status, reset.status]).toEqual([200, 200])
    expect(await isLetIn(token)).toBe(false)
    expect([(await signIn()).status, (await signIn('a new password')).status]).toEqual([401, 200])
    expect((await mail('The password of your Gateway account was changed')).text).not.toContain(link)
  })

  test('gets the same response to a forgotten password for an unknown address', async () => {
    const known = await ask('POST /auth/password/forgot', { body: { email } })
    const unknown = await ask('POST /auth/password/forgot', { body: { email: `nobody-${email}` } })
    expect(comparable(unknown)).toEqual(comparable(known))
  })

  test('changes the password: the current session continues, all others end', async () => {
    const other = String((await signIn()).body['token'])
    const wrong = await ask('POST /auth/password', { key: token, body: { current_password: 'wrong', new_password: 'a new password' } })
    expect(wrong).toMatchObject({ status: 400, body: { details: [{ field: 'current_password' }] } })
    const right = await ask('POST /auth/password', { key: token, body: { currentPassword: password, newPassword: 'a new password' } })
    expect(right).toMatchObject({ status: 200, body: { success: true, sessions_ended: 1 } })
    expect([await isLetIn(token), await isLetIn(other)]).toEqual([true, false])
  })

  test('lists its sessions, signs out of one, and out of all', async () => {
    const [second, third] = [String((await signIn()).body['token']), String((await signIn()).body['token'])]
    const listed = await ask('GET /auth/sessions', { key: second })
    expect(listed.body).toMatchObject({ total: 3, sessions: [{ current: false }, { current: true }, { current: false }] })
    expect((await ask('POST /auth/logout', { key: second })).body).toEqual({ success: true, sessions_ended: 1 })
    expect([await isLetIn(second), await isLetIn(third)]).toEqual([false, true])
    expect((await ask('POST /auth/logout-all', { key: third })).body).toEqual({ success: true, sessions_ended: 2 })
    expect([await isLetIn(token), await isLetIn(third)]).toEqual([false, false])
    const fourth = String((await signIn()).body['token'])
    expect((await ask('DELETE /auth/sessions', { key: fourth })).body).toMatchObject({ sessions_ended: 1 })
    expect(await isLetIn(fourth)).toBe(false)
  })

  test('receives an e-mail when the wallets of a business change', async () => {
    const { body } = await ask('POST /businesses', { key: token, body: { name: 'Shop' } })
    const { BTC, ETH } = story.shop.wallets
    await ask(`PATCH /businesses/${String(body['id'])}`, { key: token, body: { wallet_addresses: { BTC, ETH } } })
    const { text } = await mail('Shop: 2 wallets were changed')
    for (const wallet of [BTC, ETH, '127.0.0.1']) expect(text).toContain(wallet)
  })
})

test('an API key cannot list or end sessions, nor change a password', async () => {
  const { key } = story.shop
  const body = { current_password: password, new_password: 'a new password' }
  const routes = ['GET /auth/sessions', 'POST /auth/logout', 'POST /auth/logout-all', 'POST /auth/verify-email/send']
  for (const route of routes) expect(await ask(route, { key })).toMatchObject({ status: 403, body: { code: 'INSUFFICIENT_SCOPE' } })
  expect(await ask('POST /auth/password', { key, body })).toMatchObject({ status: 403 })
})

test('ten wrong passwords throttle an account, and an unknown account gets the same response', async () => {
  for (let turn = 0; turn < 10; turn++) {
    expect((await signIn('wrong')).status).toBe(401)
    await ask('POST /auth/login', { body: { email: `nobody-${email}`, password: 'wrong' } })
  }
  const known = await signIn()
  const unknown = await ask('POST /auth/login', { body: { email: `nobody-${email}`, password } })
  expect(comparable(known)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED', usage: { current: 10, limit: 10, remaining: 0 } } })
  expect(comparable(unknown)).toEqual(comparable(known))
  const wait = Number(known.headers.get('retry-after'))
  expect([wait > 0, wait <= 60]).toEqual([true, true])
})

test('the operator lists queued e-mails without their text or recipients', async () => {
  story.mail.answer = '451'
  await ask('POST /auth/password/forgot', { body: { email } })
  // From its sources, as an operator runs it; other tests use the built one.
  const { built: _built, ...around } = story.around
  const shown = await eventually('a first attempt to send the e-mail', async () => {
    const text = await operate({ around }, 'emails')
    return text.includes('EENVELOPE 451') ? text : undefined
  })
  story.mail.answer = '250'
  expect(shown).toContain('reset_password')
  expect(shown).not.toContain(email)
})
