import { startTestServer, type TestServer } from '@gateway/api/test-server'
import { tables } from '@gateway/db/tables'
import { randomBytes } from 'node:crypto'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { plugInAuthenticator } from '../support/authenticator.ts'
import { startBrowser } from '../support/browser.ts'

const password = 'correct horse battery staple'
const FORGET = { domain: 'localhost' } as const

let server: TestServer
let browser: Browser
let window: BrowserContext
let page: Page
let email: string
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startTestServer(), startBrowser()])
  // As on the machine of a developer.
  Object.assign(server.api, { publicUrl: `http://127.0.0.1:${server.port}` })
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})
beforeEach(async () => {
  email = `ada-${randomBytes(6).toString('hex')}@shop.example`
  window = await browser.newContext()
  page = await window.newPage()
})
afterEach(() => window.close())

/** Calls a procedure from the page. */
const call = (name: string, input?: object): Promise<{ status: number; data: Record<string, unknown> }> =>
  page.evaluate(`(async () => {
    const body = ${JSON.stringify(JSON.stringify(input ?? {}))}
    const said = ${input === undefined} ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    const answer = await fetch('/trpc/${name}', said)
    return { status: answer.status, data: (await answer.json()).result?.data ?? {} }
  })()`)

/** Has the page make or use a passkey with options that the gateway gave. */
const withPasskey = (method: 'create' | 'get', options: unknown): Promise<object> =>
  page.evaluate(`(async () => {
    const parse = PublicKeyCredential['parse${method === 'create' ? 'Creation' : 'Request'}OptionsFromJSON']
    const credential = await navigator.credentials.${method}({ publicKey: parse.call(PublicKeyCredential, ${JSON.stringify(options)}) })
    return credential.toJSON()
  })()`)

test.each(['127.0.0.1', 'localhost'])('a browser keeps the session of the portal at http://%s, and shows it to no script', async (host) => {
  await page.goto(`http://${host}:${server.port}/account/verify-email`)
  expect(await call('accounts.portal.signUp', { email, password })).toMatchObject({ status: 200, data: { status: 'signed_in' } })
  expect(await page.evaluate('document.cookie')).toBe('')
  expect(await call('accounts.portal.current')).toMatchObject({ status: 200, data: { merchant: { email } } })
  expect(await page.evaluate(`fetch('/api/auth/me').then(({ status }) => status)`)).toBe(401)

  expect((await call('accounts.portal.signOut', {})).status).toBe(200)
  expect(await call('accounts.portal.current')).toMatchObject({ status: 200, data: { status: 'signed_out' } })
  expect(await window.cookies()).toEqual([])
})

test('a browser sends the session to no page of another origin', async () => {
  await page.goto(`http://localhost:${server.port}/account/verify-email`)
  await call('accounts.portal.signUp', { email, password })
  await page.goto(`http://127.0.0.1:${server.port}/account/verify-email`)
  expect((await call('accounts.portal.sessions')).status).toBe(401)
})

test('a browser makes a passkey, signs in with it alone, and finishes a sign-in with it', async () => {
  await page.goto(`http://localhost:${server.port}/account/verify-email`)
  await plugInAuthenticator(page)
  await call('accounts.portal.signUp', { email, password })
  await tables(server.api.orm.em.fork())
    .updateTable('merchant')
    .set({ emailVerifiedAt: server.api.clock.now() })
    .where('email', '=', email)
    .execute()
  const asked = await call('accounts.factors.passkeyRegistration', {})
  const response = await withPasskey('create', asked.data['options'])
  const added = await call('accounts.factors.addPasskey', { challenge_id: asked.data['challenge_id'], name: 'Laptop', response })
  expect(added).toMatchObject({ status: 200, data: { recovery_codes: expect.any(Array) } })

  for (const start of [
    async () => ({}),
    async () => ({ ticket: (await call('accounts.portal.signIn', { email, password })).data['ticket'] }),
  ]) {
    await window.clearCookies(FORGET)
    const { data } = await call('accounts.portal.passkeyOptions', await start())
    const signed = { challenge_id: data['challenge_id'], response: await withPasskey('get', data['options']) }
    expect(await call('accounts.portal.finishPasskey', signed)).toMatchObject({ status: 200, data: { merchant: { email } } })
    expect(await call('accounts.portal.current')).toMatchObject({ status: 200, data: { second_factor: true } })
  }
})
