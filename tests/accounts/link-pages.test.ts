import { eventually } from '@gateway/testing/wait'
import { randomBytes } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startBrowser } from '../support/browser.ts'
import { say, type Saying } from '../support/say.ts'
import { type Shared, sharedStory } from '../support/shared-story.ts'
import { openShopper } from '../support/shopper.ts'

let story: Shared
let browser: Browser
let email: string
let key: string
const password = 'correct horse battery staple'

beforeAll(async () => void ([story, browser] = await Promise.all([sharedStory(), startBrowser()])))
afterAll(async () => {
  await browser?.close()
  await story?.close()
})
beforeEach(async () => {
  email = `ada-${randomBytes(6).toString('hex')}@shop.example`
  key = String((await ask('POST /auth/register', { body: { email, password } })).body['token'])
})

const ask = (route: string, saying?: Saying) => say(story.gateway.api, route, saying)
const isVerified = async () => JSON.stringify((await ask('GET /auth/me', { key })).body).includes('"email_verified":true')
const signIn = async (given: string) => (await ask('POST /auth/login', { body: { email, password: given } })).status
const reads = (page: Page, text: string) => page.getByText(text).locator('visible=true').first().waitFor()

/** The link to a page in an e-mail to the merchant. */
const linkTo = (path: string): Promise<string> =>
  eventually(`an e-mail with a link to ${path}`, async () => {
    const texts = story.mail.emails.filter(({ to }) => to.includes(email)).map(({ text }) => text)
    return texts.map((text) => new RegExp(`${path}#token=[\\w-]+`).exec(text)?.[0]).find((found) => found !== undefined)
  })

test('a merchant confirms the address with one press; nothing is sent before it, and the token leaves the address bar at once', async () => {
  const path = await linkTo('/account/verify-email')
  const window = await openShopper(browser, `${story.gateway.api}${path}`)
  const { page } = window
  await reads(page, 'Press the button to confirm')
  expect(page.url()).toBe(`${story.gateway.api}/account/verify-email`)
  expect(await isVerified()).toBe(false)
  await page.getByRole('button', { name: 'Confirm address' }).press('Enter')
  await reads(page, 'Your e-mail address is confirmed')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Your e-mail address is confirmed')
  expect(await page.title()).toBe('Your e-mail address is confirmed')
  expect(await isVerified()).toBe(true)

  await page.goto('about:blank')
  await page.goto(`${story.gateway.api}${path}`)
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await reads(page, 'This link does not work any more')
  expect(window.trouble).toEqual([])
  await window.close()
})

test('a merchant sets a new password in another language; one that is too short is refused in the field', async () => {
  await ask('POST /auth/password/forgot', { body: { email } })
  const window = await openShopper(browser, `${story.gateway.api}${await linkTo('/account/reset-password')}`)
  const { page } = window
  await page.locator('#lang').selectOption('de')
  await page.waitForURL(`${story.gateway.api}/account/reset-password?lang=de`)
  await reads(page, 'Neues Passwort setzen')
  const field = page.locator('#password')
  await field.fill('short')
  await field.press('Enter')
  await reads(page, 'Verwenden Sie 8 bis 128 Zeichen.')
  expect([await field.getAttribute('aria-invalid'), await field.getAttribute('aria-describedby')]).toEqual(['true', 'password-error'])
  expect(await page.evaluate('document.activeElement.id')).toBe('password')
  await field.fill('a new password')
  expect(await page.locator('#password-error').isVisible()).toBe(false)
  await page.locator('#reveal').click()
  expect([await field.getAttribute('type'), await page.locator('#reveal').getAttribute('aria-pressed')]).toEqual(['text', 'true'])
  await page.getByRole('button', { name: 'Passwort setzen' }).click()
  await reads(page, 'Ihr Passwort ist gesetzt')
  expect(await field.inputValue()).toBe('')
  expect([await signIn(password), await signIn('a new password')]).toEqual([401, 200])
  expect(window.trouble).toEqual([])
  await window.close()
})

test('a page that cannot reach the service says so and works when the button is pressed again', async () => {
  const window = await openShopper(browser, `${story.gateway.api}${await linkTo('/account/verify-email')}`)
  const { page } = window
  const answers: readonly (readonly [status: number, words: string])[] = [
    [0, 'The service cannot be reached at the moment.'],
    [429, 'Too many attempts.'],
    [503, 'The service is busy at the moment.'],
    [500, 'That did not work.'],
  ]
  for (const [status, words] of answers) {
    await page.route('**/api/**', (route) => (status === 0 ? route.abort() : route.fulfill({ status, json: { success: false } })), {
      times: 1,
    })
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await reads(page, words)
  }
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await reads(page, 'Your e-mail address is confirmed')
  expect(await isVerified()).toBe(true)
  await window.close()
})

test('a link without its token says that it is incomplete, and works when it is pasted whole over the page', async () => {
  const path = await linkTo('/account/verify-email')
  const window = await openShopper(browser, `${story.gateway.api}/account/verify-email`)
  await reads(window.page, 'This link is incomplete')
  expect(await window.page.locator('#form').isVisible()).toBe(false)
  await window.page.goto(`${story.gateway.api}${path}`)
  await window.page.getByRole('button', { name: 'Confirm address' }).click()
  await reads(window.page, 'Your e-mail address is confirmed')
  expect(window.trouble).toEqual([])
  await window.close()
})

test('without scripts the page says that it needs them and shows no form', async () => {
  const path = await linkTo('/account/verify-email')
  const window = await openShopper(browser, `${story.gateway.api}${path}`, { javaScriptEnabled: false })
  await reads(window.page, 'This page needs JavaScript')
  expect(await window.page.locator('#form').isVisible()).toBe(false)
  await window.close()
})
