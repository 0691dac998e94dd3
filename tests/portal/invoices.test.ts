import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser } from '../support/browser.ts'
import { openSignedIn, press, shows } from '../support/portal.ts'
import { say } from '../support/say.ts'
import { sharedStory } from '../support/shared-story.ts'
import type { Story } from '../support/story.ts'

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
const act = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true }).click()

/** Opens a dialog by its button, or by a line of the menu of rare actions. */
async function ask(page: Page, name: string, isRare = false): Promise<Locator> {
  if (isRare) {
    await press(page, 'More actions')
    await page.getByRole('menuitem', { name }).click()
  } else await press(page, name)
  const dialog = page.locator('.dialog')
  await dialog.waitFor()
  return dialog
}

/** Makes a client within the form of the invoice. */
async function makeClient(page: Page): Promise<void> {
  const dialog = await ask(page, 'New client…')
  await act(dialog, 'Create client')
  await shows(dialog, 'Is required')
  await dialog.getByLabel('Name', { exact: true }).fill('Zimt & Söhne OG')
  await dialog.getByLabel('E-mail', { exact: false }).first().fill('Office@Zimt.example')
  await act(dialog, 'Create client')
  await dialog.waitFor({ state: 'hidden' })
}

/** Fills one line of the form, and another one that has another tax. */
async function writeLines(page: Page): Promise<void> {
  const line = (at: number) => page.locator('.invoice-lines > li').nth(at)
  await line(0).getByLabel('Description').fill('Sidama, roasted, 1 kg')
  await line(0).getByLabel('Quantity').fill('3')
  await line(0).getByLabel('Net price of one').fill('33,33')
  await line(0).getByLabel('Tax, percent').fill('10')
  await press(page, 'Add a line')
  await line(1).getByLabel('Description').fill('Training')
  await line(1).getByLabel('Net price of one').fill('80')
  await line(1).getByLabel('Tax, percent').fill('20')
}

test('a merchant writes an invoice to a new client, sends it, marks it as paid, credits a part, and finds it by its client', async () => {
  const { shop } = story
  const { page, trouble, close } = await openSignedIn(browser, shop)
  await page.getByRole('link', { name: 'Invoices', exact: true }).click()
  await shows(page, 'No invoice yet')
  await page.getByRole('link', { name: 'New invoice' }).first().click()
  await makeClient(page)
  await writeLines(page)
  await shows(page, '€205.99')
  await press(page, 'Create draft')
  await badge(page, 'Draft')
  const id = page.url().split('/').at(-1) ?? ''
  const read = async () => (await say(shop.api, `GET /invoices/${id}`, { key: shop.key })).body
  expect(await read()).toMatchObject({ status: 'draft', amount: 205.99, tax_total: 26, client: { email: 'office@zimt.example' } })

  const send = await ask(page, 'Send…')
  await shows(send, 'From then on it is never edited')
  await act(send, 'Send invoice')
  await badge(page, 'Sent')
  const sent = await read()
  const client = await page.context().newPage()
  await client.goto(String(sent['pay_url']))
  await shows(client, String(sent['invoice_number']))
  await client.close()

  const paid = await ask(page, 'Mark paid…')
  await paid.getByLabel('How it was paid').fill('Bank transfer')
  await act(paid, 'Mark paid')
  await badge(page, 'Paid')
  await shows(page, 'Outside: Bank transfer')
  await shows(page, 'First looked at by the client')

  const credit = await ask(page, 'Credit note…')
  await act(credit, 'A part')
  await credit.getByLabel('Sidama, roasted, 1 kg: of 3').fill('1')
  await act(credit, 'Credit €36.66')
  await credit.waitFor({ state: 'hidden' })
  await shows(page.getByRole('table', { name: 'Credit notes' }), '€36.66')
  expect(await read()).toMatchObject({ status: 'paid', amount_paid: 205.99, credit_notes: [{ amount: 36.66 }] })

  await page.getByRole('link', { name: 'Invoices', exact: true }).first().click()
  await page.getByLabel('Search invoices').fill('zimt')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: String(sent['invoice_number']), exact: true }).waitFor()
  await shows(page, '1 invoice')
  expect(trouble).toEqual([])
  await close()
})

test('a merchant clears the tax profile after a question, and an invoice that was sent keeps its own', async () => {
  const { shop } = story
  const profile = { legal_name: 'Kestrel Coffee GmbH', address: { street: 'Gasse 1', city: 'Wien', country: 'AT' }, vat_id: 'ATU12345678' }
  await say(shop.api, `PATCH /businesses/${shop.businessId}`, { key: shop.token, body: { tax_profile: profile } })
  const draft = await say(shop.api, 'POST /invoices', { key: shop.key, body: { amount: 50, currency: 'EUR', crypto_currency: 'BTC' } })
  const published = await say(shop.api, `POST /invoices/${String(draft.body['id'])}/publish`, { key: shop.key })
  expect(published).toMatchObject({ status: 200, body: { status: 'sent' } })

  const { page, trouble, close } = await openSignedIn(browser, shop)
  await page.goto(`${shop.api}/dashboard/b/${shop.businessId}/settings/tax-profile`)
  await expect.poll(() => page.getByLabel('Legal name').inputValue()).toBe('Kestrel Coffee GmbH')
  const dialog = await ask(page, 'Clear tax profile…')
  await shows(dialog, 'Invoices that were sent keep theirs')
  await act(dialog, 'Clear tax profile')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => page.getByLabel('Legal name').inputValue()).toBe('')
  expect(await page.getByRole('button', { name: 'Clear tax profile…' }).count()).toBe(0)
  const business = await say(shop.api, `GET /businesses/${shop.businessId}`, { key: shop.key })
  expect(business.body).toMatchObject({ tax_profile: null })
  const { rows } = await story.sql.query(`SELECT seller #>> '{taxProfile,legalName}' AS kept FROM invoice WHERE id = $1`, [
    draft.body['id'],
  ])
  expect(rows).toEqual([{ kept: 'Kestrel Coffee GmbH' }])
  expect(trouble).toEqual([])
  await close()
})
