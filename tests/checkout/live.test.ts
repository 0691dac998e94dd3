import { payBitcoin } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { payNative, payToken } from '@gateway/devnet/evm/evm-faucet'
import { call, type ShownPayment } from '@gateway/scripts/demo/client'
import type { Browser } from 'playwright-core'
import { getAddress, parseUnits } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser } from '../support/browser.ts'
import { pay, unitsOf } from '../support/customer.ts'
import { untilForwarded } from '../support/forwarding.ts'
import { sharedStory } from '../support/shared-story.ts'
import { openShopper, scanShown, type Shopper } from '../support/shopper.ts'
import { mine, type Story } from '../support/story.ts'
import { xssPayloads } from './xss-payloads.ts'

let story: Story
let browser: Browser
beforeAll(async () => {
  ;[story, browser] = await Promise.all([sharedStory(), startBrowser()])
})
/** Payments that the next file must not find on their way. */
const paid: ShownPayment[] = []
afterAll(async () => {
  await browser?.close()
  await Promise.all(paid.map((payment) => untilForwarded(story, payment)))
  await story?.close()
})

const SUCCESS_URL = 'https://shop.example/thanks'

/** A text that nobody should put into a page, as far as it fits. */
const evil = xssPayloads.join(' ').slice(0, 500)

/** A payment with links to its shop. */
async function ask(blockchain: string): Promise<ShownPayment> {
  const body = {
    amount: 25,
    currency: 'EUR',
    blockchain,
    success_url: SUCCESS_URL,
    cancel_url: 'https://shop.example/cart',
    description: evil,
  }
  return (await call<{ payment: ShownPayment }>(story.gateway.api, { path: '/payments/create', key: story.shop.key, body })).payment
}

const urlOf = ({ id }: ShownPayment, query = ''): string => `${story.gateway.api}/pay/${id}${query}`
const reads = (shopper: Shopper, text: string) => shopper.page.getByText(text).first().waitFor()

test('a shopper underpays in BTC, pays what the second QR code asks for, and watches it become paid without a reload', async () => {
  const payment = await ask('BTC')
  const shopper = await openShopper(browser, urlOf(payment))
  const { page } = shopper
  expect(await page.locator('.order__what').textContent()).toBe(evil)
  await page.locator('#copy-address').focus()
  const whole = unitsOf(payment, payment.crypto_amount)
  await pay(story, payment, whole / 2n)
  await reads(shopper, 'still missing')
  expect(await page.evaluate('document.activeElement.id')).toBe('copy-address')
  const scanned = new URL(await scanShown(browser, page, '#qr-link'))
  expect([scanned.protocol, scanned.pathname]).toEqual(['bitcoin:', payment.payment_address])
  const rest = unitsOf(payment, scanned.searchParams.get('amount'))
  expect(rest).toBe(whole - whole / 2n)
  await payBitcoin(story.bitcoin, { address: scanned.pathname, sats: rest })
  await reads(shopper, 'Payment seen')
  await reads(shopper, '0 of 1')
  expect(await page.locator('#timer, #wallet, .addr').count()).toBe(0)
  await mine(story, 'BTC', 1)
  await reads(shopper, 'has your payment')
  expect(await page.locator('#return').getAttribute('href')).toBe(SUCCESS_URL)
  await page.evaluate('window.print = () => (window.isPrinted = true)')
  await page.locator('#print').click()
  expect(await page.evaluate('window.isPrinted')).toBe(true)
  expect([page.url(), await shopper.isSameDocument()]).toEqual([urlOf(payment), true])
  // A sentence is spoken a moment after the page shows it.
  const heard = async () => (await shopper.heard()).map((sentence) => /missing|seen|Paid/.exec(sentence)?.[0])
  await expect.poll(heard).toEqual(['missing', 'seen', 'Paid'])
  expect(shopper.trouble).toEqual([])
  await shopper.close()
  paid.push(payment)
})

test('a shopper without scripts follows a payment in ETH by reloading', async () => {
  const payment = await ask('ETH')
  const shopper = await openShopper(browser, urlOf(payment, '?lang=de'), { javaScriptEnabled: false })
  const { page } = shopper
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  await reads(shopper, 'Genau diesen Betrag senden')
  expect(await page.locator('.copy').first().isVisible()).toBe(false)
  expect(await scanShown(browser, page, '#qr-link')).toMatch(
    new RegExp(`^ethereum:${payment.payment_address}@\\d+\\?value=${unitsOf(payment, payment.crypto_amount)}$`),
  )
  await page.locator('label:has(#code-address)').click()
  expect(await scanShown(browser, page, '#qr-address')).toBe(payment.payment_address)
  await pay(story, payment)
  await mine(story, 'ETH', 1)
  await story.shop.reaches(payment.id, ({ confirmations }) => confirmations > 0)
  await page.getByText('Erneut prüfen').first().click()
  await reads(shopper, '1 von 12')
  await mine(story, 'ETH', 11)
  await story.shop.reaches(payment.id, ({ confirmed_at: confirmedAt }) => confirmedAt !== null)
  await page.getByText('Erneut prüfen').first().click()
  await reads(shopper, 'hat Ihre Zahlung')
  await page.getByText('Zurück zu').waitFor()
  expect(shopper.trouble).toEqual([])
  await shopper.close()
  paid.push(payment)
})

test('a shopper who sends ETH to a USDC address is told so at once; the USDC then complete the payment', async () => {
  const payment = await ask('USDC_ETH')
  const shopper = await openShopper(browser, urlOf(payment), { viewport: { width: 1_280, height: 800 }, colorScheme: 'dark' })
  const { page } = shopper
  const address = await scanShown(browser, page, '#qr-address')
  expect(address).toBe(payment.payment_address)
  await payNative(story.evm, { to: getAddress(address), wei: parseUnits('0.01', 18) })
  await mine(story, 'ETH', 1)
  await reads(shopper, '0.01 ETH')
  await reads(shopper, 'The order itself still needs the amount below.')
  expect((await story.shop.read(payment.id)).exceptions).toEqual(['wrong_asset'])
  await payToken(story.evm, { token: story.contracts.usdc, to: getAddress(address), units: unitsOf(payment, payment.crypto_amount) })
  await mine(story, 'ETH', 6)
  await reads(shopper, '6 of 12 confirmations')
  await mine(story, 'ETH', 6)
  await reads(shopper, 'has your payment')
  expect([await shopper.isSameDocument(), shopper.trouble]).toEqual([true, []])
  await shopper.close()
  paid.push(payment)
})

test('a page that loses the gateway says so, and goes on by itself when the API is back', async () => {
  const payment = await ask('BTC')
  const shopper = await openShopper(browser, urlOf(payment))
  await reads(shopper, 'Send exactly')
  await story.gateway.kill('api')
  await shopper.page.locator('#offline').waitFor({ state: 'visible' })
  await pay(story, payment)
  await story.gateway.start('api')
  await reads(shopper, 'Payment seen')
  await shopper.page.locator('#offline').waitFor({ state: 'hidden' })
  expect([await shopper.isSameDocument(), shopper.trouble]).toEqual([true, []])
  await shopper.close()
  paid.push(payment)
})

test('a shopper copies the exact amount and address, and reads the page in another language', async () => {
  const payment = await ask('BTC')
  const shopper = await openShopper(browser, urlOf(payment), { permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = shopper
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()')
  await page.locator('#copy-amount').click()
  await expect.poll(copied).toBe(payment.crypto_amount)
  await page.locator('#copy-address').click()
  await expect.poll(copied).toBe(payment.payment_address)
  await page.locator('#lang').selectOption('ar')
  await page.waitForURL(urlOf(payment, '?lang=ar'))
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
  expect(shopper.trouble).toEqual([])
  await shopper.close()
})
