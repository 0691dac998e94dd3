import { call } from '@gateway/scripts/demo/client'
import { TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { end } from '../chaos/processes.ts'
import { plugInAuthenticator } from '../support/authenticator.ts'
import { findAxeViolations } from '../support/axe.ts'
import { startBrowser } from '../support/browser.ts'
import { headed, openPortal, openSignedIn, press, shows, signIn, takeSecret } from '../support/portal.ts'
import { sharedStory } from '../support/shared-story.ts'
import { type Merchant, newCredentials } from '../support/shop.ts'
import type { Shopper } from '../support/shopper.ts'
import type { Story } from '../support/story.ts'

/** The gateway under a name: browsers make no passkeys for the number of a host. */
let api: string
let story: Story
let browser: Browser
beforeAll(async () => {
  ;[story, browser] = await Promise.all([sharedStory(), startBrowser()])
  api = `http://localhost:${new URL(story.gateway.api).port}`
  await end(story, 'api')
  await story.gateway.start('api', { PUBLIC_BASE_URL: api })
})
afterAll(async () => {
  await browser?.close()
  if (api) {
    await end(story, 'api')
    await story.gateway.start('api')
  }
  await story?.close()
})

const STEP_MS = 30_000
const WRONG = 'This code is not right, or was used before.'

/** An account without a business, whose address is verified. */
async function newMerchant(): Promise<Merchant> {
  const credentials = newCredentials()
  await call(story.gateway.api, { path: '/auth/register', body: credentials })
  await story.sql.query('UPDATE merchant SET email_verified_at = now() WHERE email = $1', [credentials.email])
  return { api, ...credentials }
}

/** A window that shows the account of a merchant. */
async function openAccount(merchant: Merchant): Promise<Shopper> {
  const shopper = await openSignedIn(browser, merchant)
  await toAccount(shopper.page)
  return shopper
}

async function toAccount(page: Page): Promise<void> {
  await page.goto(`${api}/dashboard/account`)
  await headed(page, 'Account and security')
}

async function signOutEverywhere(page: Page): Promise<void> {
  await press(page, 'Sign out everywhere…')
  await press(page, 'Sign out everywhere')
  await headed(page, 'Sign in')
}

test('a merchant adds a passkey, sees the recovery codes once, and signs in with it alone and after the password', async () => {
  const merchant = await newMerchant()
  const { page, trouble, close } = await openAccount(merchant)
  await plugInAuthenticator(page)
  await press(page, 'Add a passkey…')
  await page.getByLabel('Name').fill('Laptop')
  await press(page, 'Add passkey')
  await page.getByRole('dialog', { name: 'Store your recovery codes' }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  const codes = (await takeSecret(page, 'Store your recovery codes')).split('\n')
  expect(new Set(codes).size).toBe(10)
  await page.getByRole('cell', { name: 'Laptop' }).waitFor()
  await shows(page, '10 of 10 codes are left.')
  expect(await findAxeViolations(page)).toEqual([])
  await page.reload()
  await shows(page, '10 of 10 codes are left.')
  expect((await page.content()).includes(codes[0] ?? '')).toBe(false)

  await signOutEverywhere(page)
  await press(page, 'Sign in with a passkey')
  await headed(page, 'Open a business')
  await toAccount(page)
  await signOutEverywhere(page)
  await signIn(page, merchant)
  await press(page, 'Use a passkey')
  await headed(page, 'Open a business')
  expect(trouble).toEqual([])
  await close()
})

test('a merchant sets up an authenticator app; a wrong code is refused in words, and its code or a recovery code signs in', async () => {
  const merchant = await newMerchant()
  const { page, trouble, close } = await openAccount(merchant)
  await press(page, 'Set up an app…')
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  expect(await findAxeViolations(page)).toEqual([])
  const app = new TOTP({ secret: (await dialog.locator('.mono.ink').textContent()) ?? '' })
  await dialog.getByLabel('Code').fill('000000')
  await press(page, 'Use this app')
  await shows(page, WRONG)
  await dialog.getByLabel('Code').fill(app.generate())
  await press(page, 'Use this app')
  const [recovery = ''] = (await takeSecret(page, 'Store your recovery codes')).split('\n')
  await shows(page, 'In use since')

  for (const code of [() => app.generate({ timestamp: Date.now() + STEP_MS }), () => recovery]) {
    await signOutEverywhere(page)
    await signIn(page, merchant)
    await headed(page, 'Confirm that it is you')
    await page.getByLabel('Code').fill('000000')
    await press(page, 'Continue')
    await shows(page, WRONG)
    await page.getByLabel('Code').fill(code())
    await press(page, 'Continue')
    await headed(page, 'Open a business')
    await toAccount(page)
  }
  await shows(page, '9 of 10 codes are left.')
  expect(trouble).toEqual([])
  await close()
})

test('a session that is ended in another window leaves at its next answer, and comes back to its page after signing in', async () => {
  const merchant = { ...story.shop, api }
  const [one, other] = [await openSignedIn(browser, merchant), await openSignedIn(browser, merchant)]
  const keys = `${other.page.url().replace(/\/$/, '')}/api-keys`
  await toAccount(one.page)
  const others = one.page.getByRole('row', { name: 'Portal' }).getByRole('button', { name: 'End' })
  await others.click()
  await others.waitFor({ state: 'detached' })
  await other.page.goto(keys)
  await headed(other.page, 'Sign in')
  await signIn(other.page, merchant)
  await headed(other.page, 'API keys')

  await press(other.page, 'New key…')
  await other.page.getByLabel('Name').fill('Till')
  await signOutEverywhere(one.page)
  await press(other.page, 'Create key')
  await headed(other.page, 'Sign in')
  expect([...one.trouble, ...other.trouble]).toEqual([])
  await Promise.all([one.close(), other.close()])
})

test('a merchant signs in with a wrong password in vain, and signs out by the menu', async () => {
  const { page, trouble, close } = await openPortal(browser, api)
  await signIn(page, { email: story.shop.email, password: 'not the password' })
  await page
    .getByRole('alert')
    .getByText(/password/)
    .waitFor()
  await signIn(page, story.shop)
  await headed(page, 'Home')
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await headed(page, 'Sign in')
  await page.goBack()
  await headed(page, 'Sign in')
  expect(trouble).toEqual([])
  await close()
})

test('a merchant changes the password with the old one only', async () => {
  const merchant = await newMerchant()
  const { page, trouble, close } = await openAccount(merchant)
  await page.getByLabel('Current password').fill('not the password')
  await page.getByLabel('New password').fill(`${merchant.password} and more`)
  await press(page, 'Change password')
  await shows(page, 'This is not the password of the account.')
  await page.getByLabel('Current password').fill(merchant.password)
  await press(page, 'Change password')
  await shows(page, 'Password changed.')
  expect(trouble).toEqual([])
  await close()
})
