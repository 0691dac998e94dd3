import { registerClient, type TestClient } from '@gateway/api/oauth/test-browser'
import { startTestServer, type TestServer } from '@gateway/api/test-server'
import { systemClock } from '@gateway/operations/kernel/system-clock'
import { randomBytes } from 'node:crypto'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startBrowser } from '../support/browser.ts'
import { builtPortal } from '../support/built-portal.ts'
import { headed, press, shows, signIn } from '../support/portal.ts'
import { type RelyingParty, startRelyingParty } from './relying-party.ts'

const password = 'correct horse battery staple'

let server: TestServer
let browser: Browser
let party: RelyingParty
let client: TestClient
let issuer: URL
let window: BrowserContext
let page: Page
let email: string
const complaints: string[] = []
beforeAll(async () => {
  const portalFolder = await builtPortal()
  ;[server, browser, party] = await Promise.all([startTestServer(undefined, {}, { portalFolder }), startBrowser(), startRelyingParty()])
  issuer = new URL(`http://127.0.0.1:${server.port}`)
  Object.assign(server.api, { publicUrl: issuer.origin, clock: systemClock })
  await server.say('POST', '/api/auth/register', { body: { email: 'owner@shop.example', password } })
  client = await registerClient(server, { redirectUris: [party.callback], postLogoutRedirectUris: [party.callback] })
})
afterAll(async () => {
  await browser?.close()
  await party?.close()
  await server?.close()
})
beforeEach(async () => {
  email = `ada-${randomBytes(6).toString('hex')}@shop.example`
  await server.say('POST', '/api/auth/register', { body: { email, password, name: 'Ada' } })
  window = await browser.newContext({ locale: 'en' })
  page = await window.newPage()
  complaints.length = 0
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
})
afterEach(() => window.close())

const discovered = (): Promise<openid.Configuration> =>
  openid.discovery(issuer, client.clientId, client.secret, undefined, { execute: [openid.allowInsecureRequests] })

test('a user signs in with openid-client through the portal, is refreshed, is told about, and signs out', async () => {
  const config = await discovered()
  const pkceCodeVerifier = openid.randomPKCECodeVerifier()
  const [expectedState, expectedNonce] = [openid.randomState(), openid.randomNonce()]
  const place = openid.buildAuthorizationUrl(config, {
    redirect_uri: party.callback,
    scope: 'openid email profile payments',
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
    login_hint: email,
  })
  await page.goto(place.href)
  expect(await page.getByLabel('E-mail').inputValue()).toBe(email)
  await signIn(page, { email, password })
  await headed(page, 'Ledgerline asks for access to your account')
  await shows(page, 'Create and read payments')
  await shows(page, `Signed in as ${email}.`)
  const back = await party.awaitReturn(page, () => press(page, 'Allow access'))
  const tokens = await openid.authorizationCodeGrant(config, back, {
    pkceCodeVerifier,
    expectedState,
    expectedNonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  expect(claims).toMatchObject({ email, name: 'Ada', email_verified: false })
  const again = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
  expect(again.claims()?.sub).toBe(claims?.sub)
  expect(await openid.fetchUserInfo(config, again.access_token, claims?.sub ?? '')).toMatchObject({ email, name: 'Ada' })
  const leave = openid.buildEndSessionUrl(config, {
    id_token_hint: again.id_token ?? '',
    post_logout_redirect_uri: party.callback,
    state: 'x',
  })
  expect((await party.awaitReturn(page, () => page.goto(leave.href))).search).toBe('?state=x')
  await openid.tokenRevocation(config, again.refresh_token ?? '')
  await expect(openid.refreshTokenGrant(config, again.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
  expect(complaints).toEqual([])
})

test('a user who refuses leads back with access_denied, and one who is somebody else signs in anew', async () => {
  const config = await discovered()
  const code_challenge = await openid.calculatePKCECodeChallenge(openid.randomPKCECodeVerifier())
  const asked = { redirect_uri: party.callback, scope: 'openid', code_challenge, code_challenge_method: 'S256', state: 's' }
  await page.goto(openid.buildAuthorizationUrl(config, asked).href)
  await signIn(page, { email, password })
  await page.getByRole('button', { name: 'Not you?' }).click()
  await signIn(page, { email: 'owner@shop.example', password })
  await shows(page, 'Signed in as owner@shop.example.')
  const back = await party.awaitReturn(page, () => press(page, 'Refuse'))
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 's', iss: issuer.origin })
  expect(complaints).toEqual([])
})

test('oauth4webapi, which checks every answer by itself, accepts those of a sign-in', async () => {
  const insecure = { [oauth.allowInsecureRequests]: true } as const
  const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure))
  const known = { client_id: client.clientId }
  const verifier = oauth.generateRandomCodeVerifier()
  const place = new URL(as.authorization_endpoint ?? '')
  const challenge = await oauth.calculatePKCECodeChallenge(verifier)
  place.search = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: party.callback,
    response_type: 'code',
    scope: 'openid email',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    max_age: '3600',
    nonce: 'n',
    state: 's',
  }).toString()
  await page.goto(place.href)
  await signIn(page, { email, password })
  const back = await party.awaitReturn(page, () => press(page, 'Allow access'))
  const params = oauth.validateAuthResponse(as, known, back, 's')
  const auth = oauth.ClientSecretBasic(client.secret)
  const sent = await oauth.authorizationCodeGrantRequest(as, known, auth, params, party.callback, verifier, insecure)
  const got = await oauth.processAuthorizationCodeResponse(as, known, sent, { expectedNonce: 'n', maxAge: 3_600, requireIdToken: true })
  await oauth.validateApplicationLevelSignature(as, sent, insecure)
  expect(oauth.getValidatedIdTokenClaims(got)).toMatchObject({ email, aud: client.clientId, iss: issuer.origin })
})
