import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser } from '../support/browser.ts'
import { type CardShop, cardShopOf } from '../support/cards.ts'
import { openSignedIn, press, shows } from '../support/portal.ts'
import { type Shared, sharedStory } from '../support/shared-story.ts'

let story: Shared
let browser: Browser
let shop: CardShop
beforeAll(async () => {
  ;[story, browser] = await Promise.all([sharedStory(), startBrowser()])
  shop = cardShopOf(story.shop)
})
afterAll(async () => {
  await browser?.close()
  await story?.close()
})

const badge = (page: Page, word: string) => page.locator('h1 .badge').filter({ hasText: word }).waitFor()
const cards = (path = '') => `${shop.api}/dashboard/b/${shop.businessId}/cards${path}`

/** Opens a dialog by its button. */
async function ask(page: Page, name: string): Promise<Locator> {
  await press(page, name)
  const dialog = page.locator('.dialog')
  await dialog.waitFor()
  return dialog
}
const act = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true }).click()

/** From the notice of the list to the page of the processor and back. */
async function onboard(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Cards', exact: true }).click()
  await shows(page, 'This business does not take cards yet')
  await page.getByRole('link', { name: 'Begin onboarding' }).click()
  await page.getByLabel('Country of the business').selectOption('United States')
  await press(page, 'Begin onboarding')
  await page.getByRole('button', { name: 'Submit, verify my identity later' }).click()
  await page.waitForURL(`${cards('/onboarding')}?from=processor`)
  await shows(page, 'Your identity document')
  await press(page, 'Continue onboarding')
  await page.getByRole('button', { name: 'Complete everything' }).click()
  await page.waitForURL(`${cards('/onboarding')}?from=processor`)
  await shows(page, 'This business takes cards')
}

/** Refunds a part of a direct payment; the fee follows it. */
async function refundPart(page: Page): Promise<void> {
  const { id } = await shop.createPaidCard({ amount: 2_500, description: 'Order A-1001' })
  await page.goto(cards('?kind=direct'))
  await page.getByRole('link', { name: 'Order A-1001' }).click()
  await badge(page, 'Succeeded')
  const dialog = await ask(page, 'Refund…')
  await act(dialog, 'A part')
  await dialog.getByLabel('Amount, USD').fill('25.01')
  await shows(dialog, 'Only $25.00 is left')
  await dialog.getByLabel('Amount, USD').fill('5')
  await shows(dialog, 'The fee falls from $0.25 to $0.20, the fee of what is left. $0.05 goes back to you.')
  await act(dialog, 'Refund $5.00')
  await badge(page, 'Partly refunded')
  await shows(page.getByRole('table', { name: 'Refunds' }), 'Refunded')
  expect(await shop.readCard(id)).toMatchObject({ amount_refunded: 500, platform_fee_amount: 20, status: 'partially_refunded' })
}

/** Releases an escrow, once. */
async function releaseEscrow(page: Page): Promise<void> {
  const { escrow_id: escrow } = await shop.createPaidCard({ amount: 10_000, escrowMode: true })
  await page.goto(cards('/escrows'))
  await page.getByRole('link', { name: String(escrow).slice(0, 8) }).click()
  await shows(page, 'The money is held')
  const dialog = await ask(page, 'Release…')
  await act(dialog, 'Release $99.00')
  await badge(page, 'Released')
  await shows(page, '$99.00 is released to you')
  expect(await page.getByRole('button', { name: 'Release…' }).count()).toBe(0)
}

/** Answers a dispute with evidence, and hears that it is won. */
async function fightDispute(page: Page): Promise<void> {
  const payment = await shop.createPaidCard({ amount: 4_000 })
  const { id } = await story.stripe.control.do('openDispute', { charge: String(payment['payment_intent_id']) })
  await shop.cardReaches(payment['id'], 'disputed')
  await page.goto(cards('/disputes'))
  await page.getByRole('link', { name: 'The cardholder does not know the charge' }).click()
  await badge(page, 'Needs an answer')
  await press(page, 'Send to the bank…')
  await shows(page, 'There is no evidence yet')
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>') })
  await press(page, 'Store file')
  await shows(page, 'must be a PDF, a JPEG or a PNG')
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  await press(page, 'Store file')
  await shows(page, 'Receipt: receipt.pdf')
  await page.getByLabel('Customer’s name').fill('Lena Hoffmann')
  await press(page, 'Store for later')
  await shows(page, 'Stored, not sent')
  await page.getByLabel('Tracking number').fill('00340434161094042557')
  const dialog = await ask(page, 'Send to the bank…')
  await act(dialog, 'Send evidence')
  await badge(page, 'Bank reads your answer')
  await story.stripe.control.do('moveDispute', { dispute: id, status: 'won' })
  await badge(page, 'Won')
  await page.getByRole('link', { name: 'Open payment' }).click()
  await badge(page, 'Succeeded')
}

test('a merchant onboards, is paid, refunds a part, releases an escrow, fights a dispute, and exports it all', async () => {
  const { page, trouble, close } = await openSignedIn(browser, story.shop)
  await onboard(page)
  await refundPart(page)
  await releaseEscrow(page)
  await fightDispute(page)
  const csv = await page.context().request.get(`${shop.api}/portal/card-payments.csv?business_id=${shop.businessId}`)
  const lines = (await csv.text()).trim().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines.filter((line) => line.includes(',partially_refunded,direct,,,USD,25,25,5,0,0.2,19.8,'))).toHaveLength(1)
  await page.goto(cards('?kind=direct'))
  await press(page, 'Clear filters')
  await page.waitForURL(cards())
  expect(await page.getByRole('button', { name: 'Clear filters' }).count()).toBe(0)
  await page.goto(cards('/disputes?status=needs_response'))
  await shows(page, 'No dispute matches')
  // The pages of the processor are another origin's.
  expect(trouble.filter((line) => !line.includes('/setup/'))).toEqual([])
  await close()
})
