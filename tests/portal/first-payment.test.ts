import { call } from '@gateway/scripts/demo/client'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser } from '../support/browser.ts'
import { pay } from '../support/customer.ts'
import { headed, openPortal, press, shows, takeSecret } from '../support/portal.ts'
import { sharedStory } from '../support/shared-story.ts'
import { newCredentials } from '../support/shop.ts'
import { mine, type Story } from '../support/story.ts'
import { newWallets } from '../support/wallets.ts'

let story: Story
let browser: Browser
beforeAll(async () => {
  ;[story, browser] = await Promise.all([sharedStory(), startBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await story?.close()
})

const statusOf = (page: Page, word: string) => page.locator('h1 .badge').filter({ hasText: word }).waitFor()
const happened = (page: Page, word: string) => page.locator('.timeline__what').filter({ hasText: word }).waitFor()

test('a browser that is not signed in is led to the sign-in, and its console stays empty', async () => {
  const { page, close } = await openPortal(browser, story.gateway.api)
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.goto(`${story.gateway.api}/dashboard/`)
  await headed(page, 'Sign in')
  expect(logged).toEqual([])
  await close()
})

test('a merchant signs up, opens a business, names a wallet, and watches the first payment reach it without a reload', async () => {
  const merchant = newCredentials()
  const { page, trouble, close } = await openPortal(browser, story.gateway.api)
  await page.getByRole('link', { name: 'Open an account' }).click()
  await headed(page, 'Open an account')
  await page.getByLabel('Your name').fill('Ada')
  await page.getByLabel('E-mail').fill(merchant.email)
  await page.getByLabel('Password').fill(merchant.password)
  await press(page, 'Open account')

  await headed(page, 'Open a business')
  await page.getByLabel('Name').fill('Corner shop')
  await press(page, 'Open business')
  const key = await takeSecret(page, 'Copy your API key now')
  expect(await takeSecret(page, 'Copy your webhook secret now')).toMatch(/^whsec_/)
  await headed(page, 'Home')
  await shows(page, '1 of 5 done')

  await page.getByRole('link', { name: 'Add a wallet' }).click()
  await press(page, 'Set the wallet of Bitcoin')
  const field = page.getByLabel('Bitcoin address')
  const { BTC: wallet } = await newWallets()
  await field.fill(`${wallet.slice(0, -1)}${wallet.endsWith('q') ? 'p' : 'q'}`)
  await shows(page, /This address .*checksum/)
  expect([await field.getAttribute('aria-invalid'), await page.getByRole('button', { name: 'Save address' }).isDisabled()]).toEqual([
    'true',
    true,
  ])
  await field.fill(wallet)
  await shows(page, 'This is a valid address of the right network.')
  await press(page, 'Save address')
  await shows(page, 'Wallet saved.')
  await page.getByRole('button', { name: 'Change the wallet of Bitcoin' }).waitFor()

  await page.getByRole('link', { name: 'Home' }).click()
  await shows(page, '2 of 5 done')
  await page.getByRole('link', { name: 'New payment' }).first().click()
  await page.getByLabel('Amount').fill('25')
  await page.getByLabel('Description').fill('First order')
  await press(page, 'Create payment')
  await headed(page, '$25.00')
  await statusOf(page, 'Pending')
  await page.evaluate('window.isPaidHere = true')
  const id = page.url().split('/').at(-1)
  const { payment } = await call<{ payment: ShownPayment }>(story.gateway.api, { path: `/payments/${id}`, key })

  await pay(story, payment)
  await statusOf(page, 'Detected')
  await mine(story, 'BTC', 1)
  await happened(page, 'Confirmed')
  await mine(story, 'BTC', 6)
  await statusOf(page, 'Forwarded')
  expect(await page.locator('.timeline__what').allTextContents()).toEqual([
    'Forwarded',
    'Forwarding',
    'Confirmed',
    'Detected',
    'Deposit of 0.00041667 BTC',
    'Created',
  ])
  expect(await page.evaluate('window.isPaidHere')).toBe(true)
  await shows(page, 'Where the money went')

  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('link', { name: 'First order' }).waitFor()
  await shows(page, 'Paid volume in US dollars')
  expect(await page.getByText('First steps').count()).toBe(0)
  expect(trouble).toEqual([])
  await close()
})
