import { registerClient } from '@gateway/api/oauth/test-browser'
import { startTestServer, type TestServer } from '@gateway/api/test-server'
import { freePort } from '@gateway/devnet/processes/port'
import { tables } from '@gateway/db/tables'
import { systemClock } from '@gateway/operations/kernel/system-clock'
import type { ChildProcess } from 'node:child_process'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plugInAuthenticator } from '../support/authenticator.ts'
import { startBrowser } from '../support/browser.ts'
import { builtPortal } from '../support/built-portal.ts'
import { startExampleWebsite } from '../support/example-website.ts'
import { installPackedClient, type PackedClient } from '../support/packed-client.ts'
import { headed, press, shows, signIn, takeSecret } from '../support/portal.ts'

const user = { email: 'ada@shop.example', password: 'correct horse battery staple' }

let server: TestServer
let browser: Browser
let website: ChildProcess
let packed: PackedClient
let origin: string
let issuer: string
let page: Page
beforeAll(async () => {
  const portalFolder = await builtPortal()
  packed = await installPackedClient()
  ;[server, browser] = await Promise.all([startTestServer(undefined, {}, { portalFolder }), startBrowser()])
  // As `npm run dev` names itself: browsers make passkeys for names alone.
  issuer = `http://localhost:${server.port}`
  Object.assign(server.api, { publicUrl: issuer, clock: systemClock })
  await server.say('POST', '/api/auth/register', { body: user })
  await tables(server.api.orm.em.fork()).updateTable('merchant').set({ emailVerifiedAt: new Date() }).execute()
  origin = `http://127.0.0.1:${await freePort()}`
  website = await startWebsite()
  page = await (await browser.newContext({ locale: 'en' })).newPage()
})
afterAll(async () => {
  website?.kill()
  packed?.remove()
  await browser?.close()
  await server?.close()
})

async function startWebsite(): Promise<ChildProcess> {
  const redirectUri = `${origin}/signed-in`
  const client = await registerClient(server, { redirectUris: [redirectUri], postLogoutRedirectUris: [`${origin}/`] })
  return startExampleWebsite(packed, {
    SERVICE_OAUTH_ISSUER: issuer,
    SERVICE_OAUTH_CLIENT_ID: client.clientId,
    SERVICE_OAUTH_CLIENT_SECRET: client.secret,
    SERVICE_OAUTH_REDIRECT_URI: redirectUri,
  })
}

/** The user has a passkey, and is signed in nowhere. */
async function addPasskey(): Promise<void> {
  await plugInAuthenticator(page)
  await page.goto(`${issuer}/dashboard/account`)
  await signIn(page, user)
  await press(page, 'Add a passkey…')
  await page.getByLabel('Name').fill('Laptop')
  await press(page, 'Add passkey')
  await takeSecret(page, 'Store your recovery codes')
  await page.context().clearCookies()
}

const follow = (link: string): Promise<void> => page.getByRole('link', { name: link, exact: true }).click()

test('the example signs a user in with a passkey, reads payments, refreshes, and is cut off by a withdrawal', async () => {
  await addPasskey()
  await page.goto(origin)
  await follow('sign-in')
  await press(page, 'Sign in with a passkey')
  await press(page, 'Allow access')
  await headed(page, `Signed in as ${user.email}`)
  await follow('payments')
  await headed(page, 'Payments: 0')
  await follow('refresh')
  await headed(page, /^Refreshed until/)
  await withdraw()
  await page.goto(`${origin}/payments`)
  await headed(page, 'The gateway has refused: INVALID_TOKEN')
  await page.goto(`${origin}/refresh`)
  expect(await page.locator('h1').textContent()).toBe('The gateway has refused: invalid_grant')
})

/** The user is signed in to the portal of this browser by now. */
async function withdraw(): Promise<void> {
  await page.goto(`${issuer}/dashboard/connected-apps`)
  await page.getByRole('button', { name: 'Disconnect…' }).click()
  await press(page, 'Disconnect')
  await shows(page, 'No app is connected')
  await page.goto(`${issuer}/dashboard/account/audit`)
  for (const verb of ['give', 'withdraw']) await shows(page, `OAuth consent ${verb}`)
}

test('the example signs its user out, and the gateway leads the browser back', async () => {
  await page.goto(`${origin}/sign-in`)
  await press(page, 'Allow access')
  await headed(page, `Signed in as ${user.email}`)
  await follow('sign-out')
  await headed(page, 'Nobody is signed in')
  expect(page.url()).toBe(`${origin}/`)
})
