import { registerClient } from '@gateway/api/oauth/test-browser'
import { startTestServer, type TestServer } from '@gateway/api/test-server'
import { freePort } from '@gateway/devnet/processes/port'
import { systemClock } from '@gateway/operations/kernel/system-clock'
import { signInSnippets } from '@gateway/pages/oauth/sign-in-snippets'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startBrowser } from '../support/browser.ts'
import { builtPortal } from '../support/built-portal.ts'
import { press, shows, signIn } from '../support/portal.ts'
import { startRelyingParty } from './relying-party.ts'
import { nimbus, startSnippet } from '../support/snippet-program.ts'

const user = { email: 'ada@shop.example', password: 'correct horse battery staple' }

let server: TestServer
let browser: Browser
let issuer: string
beforeAll(async () => {
  const portalFolder = await builtPortal()
  ;[server, browser] = await Promise.all([startTestServer(undefined, {}, { portalFolder }), startBrowser()])
  issuer = `http://127.0.0.1:${server.port}`
  Object.assign(server.api, { publicUrl: issuer, clock: systemClock })
  await server.say('POST', '/api/auth/register', { body: user })
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

async function openPage(): Promise<Page> {
  const window = await browser.newContext({ locale: 'en' })
  onTestFinished(() => window.close())
  return window.newPage()
}

/** What a program reads, for a new client with this redirect address. */
async function settingsFor(redirectUri: string): Promise<NodeJS.ProcessEnv> {
  const { clientId, secret } = await registerClient(server, { redirectUris: [redirectUri] })
  return {
    SERVICE_OAUTH_ISSUER: issuer,
    SERVICE_OAUTH_CLIENT_ID: clientId,
    SERVICE_OAUTH_CLIENT_SECRET: secret,
    SERVICE_OAUTH_REDIRECT_URI: redirectUri,
  }
}

const named = signInSnippets.map((snippet) => [snippet.name, snippet] as const)
/** A shell hears no answers, so its user pastes the address. */
const [listening, pasted] = [named.filter(([name]) => name !== 'curl'), named.filter(([name]) => name === 'curl')]

test.each(listening)('the program of the guide for %s signs a user in and lists payments', async (_name, snippet) => {
  const redirectUri = `http://127.0.0.1:${await freePort()}/signed-in`
  const [program, page] = [await startSnippet(snippet, await settingsFor(redirectUri)), await openPage()]
  await page.goto(program.place)
  await signIn(page, user)
  await press(page, 'Allow access')
  await shows(page, 'You are signed in.')
  expect(await program.end()).toMatch(new RegExp(`Signed in ${user.email}\\s+Payments .*0`))
})

test('a relying party on the library of Nimbus signs a user in, refreshes, lists payments and revokes', async () => {
  const redirectUri = `http://127.0.0.1:${await freePort()}/signed-in`
  const [program, page] = [await startSnippet(nimbus, await settingsFor(redirectUri)), await openPage()]
  await page.goto(program.place)
  await signIn(page, user)
  await press(page, 'Allow access')
  await shows(page, 'You are signed in.')
  expect(await program.end()).toMatch(new RegExp(`Signed in ${user.email}\\s+Payments 0\\s+Revoked, then invalid_grant`))
})

test.each(pasted)('the program of the guide for %s signs in a user who pastes the address', async (_name, snippet) => {
  const party = await startRelyingParty()
  onTestFinished(() => party.close())
  const [program, page] = [await startSnippet(snippet, await settingsFor(party.callback)), await openPage()]
  await page.goto(program.place)
  await signIn(page, user)
  const back = await party.awaitReturn(page, () => press(page, 'Allow access'))
  program.type(back.href)
  const said = await program.end()
  expect(said).toContain(`"email":"${user.email}"`)
  expect(said).toContain('"payments":[]')
})
