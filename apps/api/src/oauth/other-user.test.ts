import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Heard, TestServer } from '../test-server.ts'
import { actionOf, backOf, newVerifier, registerClient, startOauthServer, type TestBrowser, type TestClient } from './test-browser.ts'
import { askOf, exchange, obtainTokens, openUser } from './test-sign-in.ts'

let server: TestServer
let client: TestClient
beforeAll(async () => {
  server = await startOauthServer()
  await openUser(server)
  client = await registerClient(server)
})
afterAll(() => server.close())

const password = 'correct horse battery staple'

/** Another user signs in to the portal in the same browser. */
async function changeUser(browser: TestBrowser): Promise<string> {
  const { email } = await openUser(server)
  await browser.portal('signOut')
  await browser.portal('signIn', { email, password })
  return email
}

const whoIs = async (heard: Heard, verifier: string) => {
  const { body } = await exchange(client, { code: backOf(heard)['code'] ?? '', verifier })
  return decodeJwt(String(body['id_token']))['email']
}

test('a page of consent that one user left open asks the next one anew, and signs that one in', async () => {
  const browser = await openUser(server)
  const { verifier, challenge } = newVerifier()
  const page = await browser.follow(askOf(client, challenge))
  const email = await changeUser(browser)
  const next = await browser.follow(actionOf(page))
  expect(next.bytes.toString()).toContain(email)
  expect(actionOf(next)).not.toBe(actionOf(page))
  expect(await whoIs(await browser.press(next, 'allow'), verifier)).toBe(email)
  const again = newVerifier()
  expect(await whoIs(await browser.follow(askOf(client, again.challenge)), again.verifier)).toBe(email)
})

test('a form that one user left open does not give the consent of the next one', async () => {
  const browser = await openUser(server)
  const page = await browser.follow(askOf(client, newVerifier().challenge))
  const email = await changeUser(browser)
  const pressed = await browser.press(page, 'allow')
  expect([pressed.status, actionOf(pressed)]).toEqual([200, expect.not.stringMatching(actionOf(page))])
  expect(pressed.bytes.toString()).toContain(email)
})

test('a sign-in that one user began does not come back for the next one', async () => {
  const browser = await openUser(server)
  await obtainTokens(browser, client)
  browser.jar.delete('__Host-oauth')
  const asked = await browser.say('GET', askOf(client, newVerifier().challenge))
  const signedIn = await browser.say('GET', asked.headers.location ?? '')
  const resume = new URL(signedIn.headers.location ?? '')
  const email = await changeUser(browser)
  const page = await browser.follow(resume.pathname)
  expect(backOf(page)['code']).toBeUndefined()
  expect(page.bytes.toString()).toContain(email)
})

test('without the portal a sign-in that was begun does not come back', async () => {
  const browser = await openUser(server)
  await obtainTokens(browser, client)
  browser.jar.delete('__Host-oauth')
  const asked = await browser.say('GET', askOf(client, newVerifier().challenge))
  const signedIn = await browser.say('GET', asked.headers.location ?? '')
  await browser.portal('signOut')
  const { headers } = await browser.follow(new URL(signedIn.headers.location ?? '').pathname)
  expect(headers.location).toContain('/dashboard/sign-in')
})
