import type { ShownPayment } from '@gateway/scripts/demo/client'
import { payAsset } from '@gateway/scripts/pay/rails'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { findAxeViolations } from '../support/axe.ts'
import { startBrowser } from '../support/browser.ts'
import { pay, unitsOf } from '../support/customer.ts'
import { untilForwarded } from '../support/forwarding.ts'
import { confirmIdentity, openSignedIn, press, shows } from '../support/portal.ts'
import { type Shared, sharedStory } from '../support/shared-story.ts'
import { addressField } from '../support/refund-payer.ts'
import { openShopper, type Shopper } from '../support/shopper.ts'
import { mine } from '../support/story.ts'
import { newWallets } from '../support/wallets.ts'

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1_280, height: 900 }

let story: Shared
let browser: Browser
let desk: Shopper
let ether: ShownPayment
let bitcoin: ShownPayment
beforeAll(async () => {
  ;[story, browser] = await Promise.all([sharedStory(), startBrowser()])
  ether = await story.shop.ask({ blockchain: 'ETH' })
  bitcoin = await story.shop.ask({ blockchain: 'BTC' })
  await pay(story, ether)
  await pay(story, bitcoin, unitsOf(bitcoin, bitcoin.crypto_amount) + EXCESS)
  ether = await untilForwarded(story, ether)
  bitcoin = await untilForwarded(story, bitcoin)
  desk = await openSignedIn(browser, story.shop)
})
afterAll(async () => {
  await browser?.close()
  await story?.close()
})
beforeEach(() => desk.page.setViewportSize(DESK))
afterEach(() => {
  const trouble = desk.trouble.splice(0)
  if (trouble.length > 0) throw new Error(`the portal was in trouble: ${trouble.join('; ')}`)
})

/** More than a payment asked for, in satoshi. */
const EXCESS = 8_333n

const open = ({ id }: ShownPayment) => desk.page.goto(`${story.shop.api}/dashboard/b/${story.shop.businessId}/payments/${id}`)
const refunds = () => desk.page.getByRole('list', { name: 'Refunds' }).locator('> li')
const dialog = () => desk.page.getByRole('dialog')
const badge = (refund: Locator, word: string) => refund.locator('.badge').filter({ hasText: word }).first().waitFor()

/** Stores both links, and closes the dialog. @returns the links. */
async function takeLinks(title: string): Promise<string[]> {
  const links = desk.page.getByRole('dialog', { name: title })
  await links.waitFor()
  const texts = await links.locator('output').allTextContents()
  await links.getByLabel('I have stored them in a safe place').check()
  await press(desk.page, 'Done')
  await links.waitFor({ state: 'hidden' })
  return texts
}

/** Lets the last confirmation of the merchant's sessions become older than five minutes. */
const waitTooLong = () =>
  story.sql.query(
    `UPDATE session SET confirmed_at = now() - interval '6 minutes' WHERE merchant_id = (SELECT id FROM merchant WHERE email = $1)`,
    [story.shop.email],
  )

/** Starts a refund to an address that the customer has told. */
async function startTo(address: string, amount: string): Promise<void> {
  await press(desk.page, 'Refund…')
  await press(desk.page, 'A part')
  await dialog().getByRole('button', { name: 'BTC', exact: true }).click()
  await dialog().getByLabel('Amount, BTC').fill(amount)
  await dialog().getByLabel('Customer’s address').fill(address)
  await press(desk.page, `Start refund of ${amount} BTC`)
  await takeLinks('The refund is started')
}

test('a merchant starts a refund of a part of forwarded ether, is asked for the password, and cancels it', async () => {
  await open(ether)
  await press(desk.page, 'Refund…')
  await shows(dialog(), `${ether.amount_received} ETH can still be refunded.`)
  await press(desk.page, 'A part')
  await dialog().getByLabel('Amount, USD').fill('25.01')
  await shows(dialog(), 'Is more than is left to refund')
  await dialog().getByLabel('Amount, USD').fill('12,50')
  await shows(dialog(), '$12.50')
  await shows(dialog(), 'The fees of the payment stay as they are')
  await dialog().getByLabel('Reason').fill('One of two was sold out')
  for (const size of [PHONE, DESK]) {
    await desk.page.setViewportSize(size)
    expect(await findAxeViolations(desk.page)).toEqual([])
  }
  await waitTooLong()
  await dialog()
    .getByRole('button', { name: /^Start refund of/ })
    .click()
  await confirmIdentity(desk.page, story.shop)
  const [link = '', payLink = ''] = await takeLinks('Send this link to your customer')
  expect([link, payLink]).toEqual([expect.stringContaining('/refund/ret_'), expect.stringContaining('/pay-refund/ret_')])
  const refund = refunds().first()
  await badge(refund, 'Waits for an address')
  await shows(refund, 'One of two was sold out')
  await press(desk.page, 'Cancel refund…')
  await shows(dialog(), 'All of it can be refunded anew')
  await dialog().getByRole('button', { name: 'Cancel refund', exact: true }).click()
  await badge(refund, 'Cancelled')
})

test('an expired refund is renewed with new links; the customer names an address by one of them, and sees the ether arrive', async () => {
  await open(ether)
  await press(desk.page, 'Refund…')
  await dialog()
    .getByRole('button', { name: /^Start refund of/ })
    .click()
  const before = await takeLinks('Send this link to your customer')
  await story.sql.query(`UPDATE assisted_refund SET offer_ends_at = now() WHERE payment_id = $1 AND state = 'offered'`, [ether.id])
  const refund = refunds().first()
  await badge(refund, 'Expired')
  await press(desk.page, 'Renew…')
  await press(desk.page, 'Renew refund')
  const after = await takeLinks('Send this link to your customer')
  expect(after.filter((link) => before.includes(link))).toEqual([])
  await badge(refund, 'Waits for an address')
  expect(await desk.page.getByRole('button', { name: 'Refund…', exact: true }).count()).toBe(0)

  const { ETH: address } = await newWallets(['ETH'])
  const customer = await openShopper(browser, after[0] ?? '')
  await addressField(customer.page).fill(address)
  await customer.page.keyboard.press('Enter')
  await customer.page.getByRole('button', { name: 'Name this address' }).click()
  await badge(refund, 'To be paid')
  await payAsset(story.chains, 'ETH', { to: address, units: unitsOf(ether, ether.amount_received) })
  await mine(story, 'ETH', 1)
  await badge(refund, 'Confirming')
  await mine(story, 'ETH', ether.confirmations_required)
  await badge(refund, 'Refunded')
  expect(await story.shop.read(ether.id)).toMatchObject({ status: 'forwarded', amount_refunded: ether.amount_received })
  expect(customer.trouble).toEqual([])
  await customer.close()
})

test('an overpayment goes back from the wallet of the merchant, in two transfers that the page follows until they are final', async () => {
  const { BTC: address } = await newWallets(['BTC'])
  await open(bitcoin)
  await press(desk.page, 'Refund…')
  await press(desk.page, 'The overpayment')
  await shows(dialog(), '0.00008333 BTC more than asked has arrived.')
  await dialog().getByLabel('Customer’s address').fill(address)
  await press(desk.page, 'Start refund of 0.00008333 BTC')
  await takeLinks('The refund is started')
  const refund = refunds().first()
  await badge(refund, 'To be paid')
  await shows(refund, '0.00008333 BTC')
  expect(await refund.getByRole('link', { name: 'Open wallet' }).getAttribute('href')).toBe(`bitcoin:${address}?amount=0.00008333`)
  expect(await findAxeViolations(desk.page)).toEqual([])

  await payAsset(story.chains, 'BTC', { to: address, units: 3_333n })
  await mine(story, 'BTC', 1)
  await badge(refund, 'Partly paid')
  await shows(refund, '0.00005 BTC is still missing. Send the rest to the same address.')
  await payAsset(story.chains, 'BTC', { to: address, units: 5_000n })
  await mine(story, 'BTC', 1)
  await mine(story, 'BTC', bitcoin.confirmations_required)
  await badge(refund, 'Refunded')
  expect(await story.shop.read(bitcoin.id)).toMatchObject({ amount_refunded: '0.00008333' })
  expect(story.shop.events(bitcoin.id).filter((type) => type === 'payment.refunded')).toHaveLength(1)
})

test('a transfer that is older than the refund counts once its transaction is named', async () => {
  const { BTC: address } = await newWallets(['BTC'])
  const txHash = await payAsset(story.chains, 'BTC', { to: address, units: 20_000n })
  await mine(story, 'BTC', 1)
  await open(bitcoin)
  await startTo(address, '0.0002')
  const refund = refunds().first()
  await badge(refund, 'To be paid')
  await press(desk.page, 'Name a transaction…')
  await dialog().getByLabel('Transaction').fill('no transaction')
  await press(desk.page, 'Name transaction')
  await shows(dialog(), 'Is no transaction of BTC')
  await dialog().getByLabel('Transaction').fill(txHash)
  await press(desk.page, 'Name transaction')
  await mine(story, 'BTC', bitcoin.confirmations_required)
  await badge(refund, 'Refunded')
  expect(await story.shop.read(bitcoin.id)).toMatchObject({ amount_refunded: '0.00028333' })
})
