import { onboardCards } from '@gateway/scripts/demo/onboard-cards'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser } from '../support/browser.ts'
import { cardShopOf } from '../support/cards.ts'
import { fundEscrow } from '../support/fund-escrow.ts'
import { openSignedIn, press, shows } from '../support/portal.ts'
import { say } from '../support/say.ts'
import { sharedStory } from '../support/shared-story.ts'
import type { Story } from '../support/story.ts'
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

const badge = (page: Page, word: string) => page.locator('h1 .badge').filter({ hasText: word }).waitFor()
const upcoming = (page: Page) => page.locator('.timeline__what')

/** Opens a dialog by its button, whose name is that of the dialog's verb. */
async function ask(page: Page, name: string): Promise<Locator> {
  await press(page, name)
  const dialog = page.locator('.dialog')
  await dialog.waitFor()
  return dialog
}

const act = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true }).click()

/** Fills the form of a new series on the open page, and sends it. */
async function create(page: Page): Promise<string> {
  await press(page, 'Create series')
  await shows(page, 'Is required')
  await page.getByLabel('Customer’s e-mail').fill('Lena@Hoffmann.example')
  await page.getByLabel('Description').fill('Coffee of the month')
  await page.getByLabel('Amount').fill('25')
  await page.getByLabel('Number of escrows').fill('4')
  await page.getByLabel('Customer’s address').fill((await newWallets(['BTC'])).BTC)
  await page.getByLabel('Your address').fill((await newWallets(['BTC'])).BTC)
  await press(page, 'Create series')
  await badge(page, 'Active')
  return page.url().split('/').at(-1) ?? ''
}

test('a merchant creates a series, sees what it will open, pauses, changes, resumes and cancels it', async () => {
  const { shop } = story
  const { page, trouble, close } = await openSignedIn(browser, shop)
  await page.getByRole('link', { name: 'Series', exact: true }).click()
  await shows(page, 'No series yet')
  await page.getByRole('link', { name: 'New series' }).first().click()
  const id = await create(page)
  const read = async () => (await say(shop.api, `GET /escrow/series/${id}`, { key: shop.key })).body
  expect(await read()).toMatchObject({ status: 'active', customer_email: 'lena@hoffmann.example', amount: 25, max_periods: 4 })
  await expect.poll(() => upcoming(page).allTextContents()).toEqual(['Period 2, $25.00', 'Period 3, $25.00', 'Period 4, $25.00'])
  expect(await page.content()).not.toContain('esc_')

  const pause = await ask(page, 'Pause…')
  await shows(pause, 'Slots that pass meanwhile are skipped; they are not made up for')
  await act(pause, 'Pause series')
  await badge(page, 'Paused')
  await shows(page, 'None while the series is paused.')

  const change = await ask(page, 'Change…')
  await change.getByLabel('Amount, USD').fill('0.01')
  await act(change, 'Change series')
  await shows(change, 'the smallest payment is')
  await change.getByLabel('Amount, USD').fill('30.50')
  await change.getByLabel('Interval').selectOption('every week')
  await act(change, 'Change series')
  await page.locator('h1').filter({ hasText: '$30.50' }).filter({ hasText: 'every week' }).waitFor()
  expect(await read()).toMatchObject({ status: 'paused', amount: 30.5, interval: 'weekly' })

  const resume = await ask(page, 'Resume…')
  await shows(resume, 'The next escrow is opened on')
  await act(resume, 'Resume series')
  await badge(page, 'Active')
  await expect.poll(() => upcoming(page).first().textContent()).toBe('Period 2, $30.50')

  const cancel = await ask(page, 'Cancel series…')
  await shows(cancel, 'No further escrow is opened')
  expect(await cancel.getByRole('button', { name: 'Cancel series' }).isDisabled()).toBe(true)
  await cancel.getByLabel('Type CANCEL to confirm').fill('CANCEL')
  await act(cancel, 'Cancel series')
  await badge(page, 'Cancelled')
  expect(await page.getByRole('button', { name: /…$/ }).count()).toBe(0)
  expect(await read()).toMatchObject({ status: 'cancelled', next_charge_at: null })

  await page.getByRole('link', { name: 'Period 1' }).click()
  await badge(page, 'Created')
  await page.getByRole('link', { name: 'Period 1' }).click()
  await badge(page, 'Cancelled')
  expect(trouble).toEqual([])
  await close()
})

/** Creates a series over the API. */
async function begin(description: string): Promise<Readonly<Record<string, unknown>>> {
  const { shop } = story
  const { businessId: business_id, token: key } = shop
  const customer = { payment_method: 'crypto', customer_email: 'ada@shop.example', description }
  const parties = { depositor_address: (await newWallets(['BTC'])).BTC, beneficiary_address: (await newWallets(['BTC'])).BTC }
  const terms = { amount: 2500, currency: 'USD', interval: 'weekly', coin: 'BTC' }
  return (await say(shop.api, 'POST /escrow/series', { key, body: { business_id, ...customer, ...parties, ...terms } })).body
}

test('a merchant disputes a funded escrow of a series, as the beneficiary whose token nobody has', async () => {
  const { shop } = story
  const made = Object((await begin('Tea, disputed'))['escrow'])
  const escrow = { id: String(made.id), chain: 'BTC', escrow_address: String(made.escrow_address), amount: Number(made.amount) }
  const { page, trouble, close } = await openSignedIn(browser, shop)
  await page.goto(`${shop.api}/dashboard/b/${shop.businessId}/escrows/${escrow.id}`)
  await badge(page, 'Created')
  expect(await page.getByRole('button', { name: 'Dispute…' }).count()).toBe(0)
  await fundEscrow(story, escrow)
  const dispute = await ask(page, 'Dispute…')
  await shows(dispute, 'Without a decision it goes back to the customer')
  await act(dispute, 'Open dispute')
  await shows(dispute, /Must have at least 1 character/)
  await dispute.getByLabel('Reason').fill('Sent back, and not refunded')
  await act(dispute, 'Open dispute')
  await badge(page, 'Disputed')
  const entry = page.getByRole('table', { name: 'Audit log' }).getByRole('row').filter({ hasText: 'Disputed' })
  await shows(entry, 'Beneficiary')
  await shows(entry, '“Sent back, and not refunded”')
  expect(trouble).toEqual([])
  await close()
})

test('the amount of a series of card payments is changed in whole units', async () => {
  const shop = cardShopOf(story.shop)
  await onboardCards(shop)
  const account = await shop.request(`GET /cards/connect/status/${story.shop.businessId}`)
  const { body } = await shop.request('POST /escrow/series', {
    business_id: story.shop.businessId,
    payment_method: 'card',
    customer_email: 'ada@shop.example',
    amount: 2_900,
    currency: 'usd',
    interval: 'monthly',
    processor_account_id: account.body['processor_account_id'],
  })
  const { page, trouble, close } = await openSignedIn(browser, story.shop)
  await page.goto(`${story.shop.api}/dashboard/b/${story.shop.businessId}/series/${String(body['id'])}`)
  const change = await ask(page, 'Change…')
  const amount = change.getByLabel('Amount, USD')
  expect(await amount.inputValue()).toBe('29')
  await shows(change, 'Later card payments ask for the new amount')
  await amount.fill('60.505')
  await act(change, 'Change series')
  await shows(change, 'must be a whole number of the smallest unit')
  await amount.fill('60.50')
  await act(change, 'Change series')
  await page.locator('h1').filter({ hasText: '$60.50' }).waitFor()
  const read = await shop.request(`GET /escrow/series/${String(body['id'])}`)
  expect(read.body).toMatchObject({ amount: 6_050, amount_unit: 'minor' })
  expect(trouble).toEqual([])
  await close()
})

test('series are narrowed by their status', async () => {
  const { shop } = story
  await begin('Tea of the week')
  const { page, trouble, close } = await openSignedIn(browser, shop)
  const tea = page.getByRole('link', { name: 'Tea of the week' })
  await page.goto(`${shop.api}/dashboard/b/${shop.businessId}/series?status=active`)
  await tea.waitFor()
  await page.getByRole('link', { name: 'Completed', exact: true }).click()
  await shows(page, 'No series matches')
  expect(await tea.count()).toBe(0)
  expect(trouble).toEqual([])
  await close()
})
