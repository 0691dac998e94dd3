import {
  lightningInvoice,
  newHoldInvoice,
  newLightningInvoice,
  payLightning,
  settleHoldInvoice,
} from '@gateway/devnet/lightning/lightning-wallet'
import { LONGEST_BUILD_MS } from '@gateway/devnet/downloads/obtain-go-program'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bringAxe, findAxeViolations } from '../support/axe.ts'
import { startBrowser } from '../support/browser.ts'
import { openSignedIn, press, shows } from '../support/portal.ts'
import { openStory, type Story } from '../support/story.ts'

let story: Story
let browser: Browser
beforeAll(async () => {
  ;[story, browser] = await Promise.all([openStory({ chains: ['BTC'], hasLightning: true }), startBrowser()])
}, LONGEST_BUILD_MS)
afterAll(async () => {
  await browser?.close()
  await story?.close()
})

/** Everybody else's node. */
const other = () => {
  if (!story.lightning) throw new Error('the story has Lightning')
  return story.lightning.nodes.other
}
const badge = (page: Page, word: string) => page.locator('h1 .badge').filter({ hasText: word }).waitFor()
const act = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true }).click()

/** Opens a dialog by its button. */
async function ask(page: Page, name: string): Promise<Locator> {
  await press(page, name)
  const dialog = page.locator('.dialog')
  await dialog.waitFor()
  return dialog
}

/** The first wallet, and an address for it; names of the service are refused while they are typed. */
async function enableWithAddress(page: Page): Promise<void> {
  const enable = await ask(page, 'Enable wallet…')
  await enable.getByLabel('Name').fill('main')
  await act(enable, 'Enable wallet')
  await shows(page, 'No Lightning payment yet')
  await page.getByRole('link', { name: 'Wallets', exact: true }).click()
  const claim = await ask(page, 'Claim address… for main')
  await claim.getByLabel('Name').fill('admin')
  await shows(claim, 'The name admin is taken or reserved.')
  await claim.getByLabel('Name').fill('Kestrel')
  await shows(claim, /^kestrel@127\.0\.0\.1:\d+ is free\.$/)
  await act(claim, 'Claim address')
  await claim.waitFor({ state: 'hidden' })
  await shows(page, /^kestrel@127\.0\.0\.1:\d+$/)
}

/** Shows an invoice, which the other node pays; the page says so by itself. */
async function receive(page: Page, sats: string): Promise<void> {
  await page.getByRole('link', { name: 'Payments', exact: true }).last().click()
  const dialog = await ask(page, 'Receive…')
  await dialog.getByLabel('Amount in sats').fill(sats)
  await dialog.getByLabel('Description').fill('Order 4192')
  await act(dialog, 'Create invoice')
  await shows(page, 'Waiting for the payer')
  const paymentRequest = (await page.locator('.pay-here bdi').textContent()) ?? ''
  await payLightning(other(), { paymentRequest })
  await badge(page, 'Settled')
}

/** Goes back to the list and has a destination read. */
async function readDestination(page: Page, destination: string): Promise<Locator> {
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Lightning' }).click()
  const dialog = await ask(page, 'Send…')
  await dialog.getByLabel('Invoice or Lightning Address').fill(destination)
  await act(dialog, 'Continue')
  return dialog
}

test('a merchant enables a wallet, claims an address, receives, sends what was decoded first, and reads in words how a send ended', async () => {
  const { page, trouble, close } = await openSignedIn(browser, story.shop)
  await page.getByRole('link', { name: 'Lightning', exact: true }).click()
  await shows(page, 'No Lightning wallet yet')
  await enableWithAddress(page)
  await receive(page, '50000')

  const open = await newLightningInvoice(other(), { memo: 'Two bags of Sidama' })
  const sending = await readDestination(page, `  LIGHTNING:${open.paymentRequest.toUpperCase()} `)
  await shows(sending, 'This invoice names no amount')
  await sending.getByLabel('Amount in sats').fill('2000')
  await act(sending, 'Continue')
  await shows(sending, 'Send 2,000 sats?')
  for (const fact of ['20 sats at most', 'Two bags of Sidama', '47,980 sats', open.paymentHash]) await shows(sending, fact)
  await act(sending, 'Send 2,000 sats')
  await badge(page, 'Settled')
  await expect.poll(() => lightningInvoice(other(), open)).toEqual({ state: 'SETTLED', paidMsat: 2_000_000n })

  const tiny = await newLightningInvoice(other(), { msat: 500n })
  await act(await readDestination(page, tiny.paymentRequest), 'Send 0.5 sats')
  await badge(page, 'Failed')
  await shows(page, 'It did not arrive, and nothing was spent')
  expect(await page.locator('main').textContent()).not.toMatch(/NO_ROUTE|INSUFFICIENT/)

  const again = await readDestination(page, open.paymentRequest)
  await again.getByLabel('Amount in sats').fill('2000')
  await act(again, 'Continue')
  await act(again, 'Send 2,000 sats')
  await shows(again, 'This invoice was paid from here already, or is being paid now.')
  expect(trouble).toEqual([])
  await close()
})

test('a send that the recipient holds is shown as reserved until it settles', async () => {
  const { page, close } = await openSignedIn(browser, story.shop)
  await bringAxe(page.context())
  const held = await newHoldInvoice(other(), { msat: 3_000_000n, memo: 'Held' })
  await page.goto(`${story.shop.api}/dashboard/b/${story.shop.businessId}/lightning`)
  const dialog = await ask(page, 'Send…')
  await dialog.getByLabel('Invoice or Lightning Address').fill(held.paymentRequest)
  await act(dialog, 'Continue')
  await shows(dialog, 'Send 3,000 sats?')
  expect(await findAxeViolations(page)).toEqual([])
  await act(dialog, 'Send 3,000 sats')
  await expect.poll(() => lightningInvoice(other(), held), { timeout: 30_000 }).toMatchObject({ state: 'ACCEPTED' })
  const list = await page.context().newPage()
  await list.goto(page.url())
  await shows(list, '3,030 sats')
  expect(await findAxeViolations(list)).toEqual([])
  await list.getByRole('link', { name: 'Held', exact: true }).click()
  await shows(list, 'On its way, without an end yet')
  expect(await findAxeViolations(list)).toEqual([])
  await settleHoldInvoice(other(), held)
  await badge(list, 'Settled')
  await badge(page, 'Settled')
  await close()
})
