import { newBitcoinAddress } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { call, type ShownPayment } from '@gateway/scripts/demo/client'
import type { Part } from '@gateway/scripts/stack/programs'
import type { Settings } from '@gateway/scripts/stack/settings'
import { eventually } from '@gateway/testing/wait'
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { end } from '../chaos/processes.ts'
import { findAxeViolations } from '../support/axe.ts'
import { startBrowser } from '../support/browser.ts'
import { pay, shown, unitsOf } from '../support/customer.ts'
import { type FlakyReceiver, startFlakyReceiver } from '../support/flaky-receiver.ts'
import { confirmIdentity, focusedName, headed, openSignedIn, press, reach, shows, takeSecret } from '../support/portal.ts'
import { addressField, untilReads } from '../support/refund-payer.ts'
import { sharedStory } from '../support/shared-story.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openShopper, type Shopper } from '../support/shopper.ts'
import { mine, type Story } from '../support/story.ts'

/** The shortest window; the other stories run while it is open. */
const WINDOW_S = 60

let story: Story
let browser: Browser
let shop: Shop
let desk: Shopper
let page: Page
let receiver: FlakyReceiver
let held: Readonly<Record<'accepted' | 'returned', ShownPayment>>
beforeAll(async () => {
  ;[story, browser, receiver] = await Promise.all([sharedStory(), startBrowser(), startFlakyReceiver()])
  await Promise.all([restart('api', { RETURN_HOLD_HOURS: '0' }), restart('signer', { RETURN_HOLD_HOURS: '0' })])
  shop = await openShop(story.gateway.api, story.shop.wallets, { payment_window_seconds: WINDOW_S })
  held = { accepted: await shop.ask({ blockchain: 'BTC' }), returned: await shop.ask({ blockchain: 'BTC' }) }
  for (const payment of Object.values(held)) await pay(story, payment, half(payment))
  await mine(story, 'BTC', 1)
  desk = await openSignedIn(browser, shop, { acceptDownloads: true })
  page = desk.page
})
afterAll(async () => {
  await browser?.close()
  await receiver?.goAway()
  shop?.receiver.close()
  if (story) await Promise.all([restart('api'), restart('signer')])
  await story?.close()
})
beforeEach(() => open(''))
afterEach(() => {
  const trouble = desk.trouble.splice(0)
  if (trouble.length > 0) throw new Error(`the portal was in trouble: ${trouble.join('; ')}`)
})

async function restart(part: Part, extra?: Settings): Promise<void> {
  await end(story, part)
  await story.gateway.start(part, extra)
}

const half = (payment: ShownPayment): bigint => unitsOf(payment, payment.crypto_amount) / 2n

/** Shows a page of the business. */
const open = (path: string) => page.goto(`${shop.api}/dashboard/b/${shop.businessId}${path}`)

/** Lets the last confirmation of the merchant's sessions become older than five minutes. */
const waitTooLong = () =>
  story.sql.query(
    `UPDATE session SET confirmed_at = now() - interval '6 minutes' WHERE merchant_id = (SELECT id FROM merchant WHERE email = $1)`,
    [shop.email],
  )

test('a key is created after the password was asked again, opens the API, and opens nothing once it is revoked', async () => {
  await waitTooLong()
  await page.getByRole('link', { name: 'API keys' }).click()
  await press(page, 'New key…')
  await page.getByLabel('Name').fill('Till')
  await press(page, 'Create key')
  await confirmIdentity(page, { password: 'not the password' }, 'This is not the password of the account.')
  await confirmIdentity(page, shop)
  const key = await takeSecret(page, 'Copy the key now')
  const list = () => call(shop.api, { path: '/payments', key })
  expect(await list()).toMatchObject({ success: true })
  const row = page.getByRole('row', { name: 'Till' })
  await row.getByText(key.slice(-4)).waitFor()
  await row.getByRole('button', { name: 'Revoke…' }).click()
  await shows(page, 'Every key that was created with it ends too')
  const act = page.getByRole('button', { name: 'Revoke key' })
  expect(await act.isDisabled()).toBe(true)
  await page.getByLabel('Type Till to confirm').fill('Till')
  await act.click()
  await row.getByText('Revoked').waitFor()
  await eventually('the key to be refused', () =>
    list().then(
      () => false,
      (error: { status?: number }) => error.status === 401,
    ),
  )
})

test('a receiver that fails is told of on the first page; once it is mended, a delivery is sent again and arrives', async () => {
  receiver.answer = 500
  await open('/webhooks')
  await press(page, 'Edit endpoint…')
  await page.getByLabel('Address').fill(receiver.url)
  await press(page, 'Save endpoint')
  await page.getByText(receiver.url, { exact: true }).waitFor()
  await shop.ask({ blockchain: 'ETH' })
  await shows(page, /attempts in a row failed/)
  await shows(page, /it answered 500/)
  await page.getByRole('link', { name: 'Home' }).click()
  await shows(page, /Your webhook endpoint has been failing/)
  await page.getByRole('link', { name: 'See what failed' }).first().click()

  await page
    .getByRole('row', { name: /Retrying/ })
    .getByRole('button')
    .last()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('500').first().waitFor()
  // Not before: a retry of the gateway's own would deliver it first.
  receiver.answer = 200
  await press(page, 'Redeliver')
  await dialog.locator('.badge').getByText('Delivered').waitFor()
  await press(page, 'Close')
  await page.getByText(/attempts in a row failed/).waitFor({ state: 'detached' })
  await page.getByText('Healthy').waitFor()
  expect(new Set(receiver.attempts.map(({ status }) => status))).toEqual(new Set([500, 200]))
})

/** What a spreadsheet would calculate, and its harmless form. */
const formulas = [
  ['=HYPERLINK("https://evil.example","Open")', `'=HYPERLINK("https://evil.example","Open")`],
  ['+1+cmd|calc', `'+1+cmd|calc`],
  ['-2+3', `'-2+3`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['Two, "quoted"', 'Two, "quoted"'],
] as const

test('filters are in the address: they survive a reload and the way back, and the export follows them without formulas', async () => {
  for (const [description] of formulas)
    await call(shop.api, {
      path: '/payments/create',
      key: shop.key,
      body: { amount: 8, currency: 'USD', blockchain: 'USDC_ETH', description },
    })
  await open('/payments')
  await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'Pending' }).click()
  await page.getByLabel('Coin').selectOption('USDC_ETH')
  await shows(page, '5 payments')
  await page.reload()
  await shows(page, '5 payments')
  expect(await page.getByLabel('Coin').inputValue()).toBe('USDC_ETH')
  expect(await page.getByRole('link', { name: 'Pending' }).getAttribute('aria-current')).toBe('page')

  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Export CSV' }).click()])
  const [head = [], ...lines] = readCsv(await readFile(await download.path(), 'utf8'))
  const cells = (name: string): string[] => lines.map((line) => line[head.indexOf(name)] ?? '').toSorted()
  expect(cells('description')).toEqual(formulas.map(([, harmless]) => harmless).toSorted())
  expect(new Set(cells('blockchain'))).toEqual(new Set(['USDC_ETH']))

  await page.getByLabel('At least, USD').fill('100000')
  await page.getByLabel('At least, USD').press('Enter')
  await shows(page, 'No payment matches')
  await page.goBack()
  await shows(page, '5 payments')
  await page.goBack()
  await page.waitForURL((url) => !url.searchParams.has('asset'))
  expect(await page.getByLabel('Coin').inputValue()).toBe('')
})

/** The cells of a CSV file (RFC 4180). */
const readCsv = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? ''),
    )

test('a merchant creates a payment and a key with the keyboard alone, and is led back to where the key began', async () => {
  await headed(page, 'Home')
  await reach(page, 'New payment')
  await page.keyboard.press('Enter')
  await headed(page, 'New payment')
  await expect.poll(() => focusedName(page)).toBe('Amount')
  await page.keyboard.type('12.50')
  await reach(page, 'Currency')
  await page.keyboard.type('EUR')
  await reach(page, 'Coin')
  await page.keyboard.type('Eth')
  await reach(page, 'Description')
  await page.keyboard.type('By hand')
  await page.keyboard.press('Enter')
  await headed(page, /€12\.50/)
  await page.getByText('By hand').waitFor()

  await reach(page, 'API keys')
  await page.keyboard.press('Enter')
  await headed(page, 'API keys')
  await reach(page, 'New key…')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await expect.poll(() => focusedName(page)).toBe('Name')
  await page.keyboard.type('By hand')
  await waitTooLong()
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedName(page)).toBe('Your password')
  await page.keyboard.type(shop.password)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Copy the key now' }).waitFor()
  await page.keyboard.press('Escape')
  await reach(page, 'I have stored it in a safe place')
  await page.keyboard.press('Space')
  await reach(page, 'Done')
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: 'By hand' }).waitFor()
  await expect.poll(() => focusedName(page)).toBe('New key…')
})

const statusIs = (word: string) => page.locator('h1 .badge').filter({ hasText: word }).first().waitFor()

test('the navigation and the first page say one number of what needs attention', async () => {
  const listed = page.locator('main .count')
  await listed.waitFor()
  const count = await listed.textContent()
  expect(await page.getByRole('link', { name: 'Home' }).locator('.count').textContent()).toBe(count)
  expect(await page.locator('main .todo').last().locator('li').count()).toBe(Number(count))
})

test('held money of an underpaid payment is accepted as the whole amount, and goes to the wallet', async () => {
  const { accepted } = held
  await shop.reaches(accepted.id, 'expired')
  await open('')
  const amount = `${shown(accepted, half(accepted))} BTC`
  await page
    .getByRole('listitem')
    .filter({ hasText: `${amount} is held` })
    .first()
    .waitFor()
  await open(`/payments/${accepted.id}`)
  await shows(page, `${amount} is held.`)
  expect(await findAxeViolations(page)).toEqual([])
  await press(page, 'Accept…')
  await shows(page.getByRole('dialog', { name: `Accept ${amount} as paid in full?` }), 'This cannot be undone')
  await waitTooLong()
  await press(page, 'Accept as paid')
  await confirmIdentity(page, shop)
  await statusIs('Forwarding')
  await mine(story, 'BTC', 6)
  await statusIs('Forwarded')
  await shows(page, 'Accepted as the whole amount')
})

test('held money of another one is refunded: the merchant sends the link, the customer names an address, and both see it arrive', async () => {
  const { returned } = held
  await shop.reaches(returned.id, 'expired')
  await waitTooLong()
  await open(`/payments/${returned.id}`)
  await press(page, 'Create refund link…')
  await press(page, 'Create refund link')
  await confirmIdentity(page, shop)
  const link = await takeSecret(page, 'Send this link to your customer')
  const refunds = page.getByRole('list', { name: 'Refunds' })
  await refunds.getByText('Link sent').waitFor()

  const customer = await openShopper(browser, link)
  await addressField(customer.page).fill(await newBitcoinAddress(story.bitcoin))
  await customer.page.keyboard.press('Enter')
  await customer.page.getByRole('button', { name: 'Send to this address' }).click()
  await untilReads(customer.page, 'on its way')
  await refunds.getByText('On its way').waitFor()
  await mine(story, 'BTC', 6)
  await untilReads(customer.page, 'was sent back to you')
  await refunds.locator('.badge').getByText('Refunded').waitFor()
  expect(customer.trouble).toEqual([])
  await customer.close()
})
