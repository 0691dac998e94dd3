import { bitcoinBalance, newBitcoinAddress } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { parts } from '@gateway/scripts/stack/programs'
import { eventually } from '@gateway/testing/wait'
import type { Browser, Page } from 'playwright-core'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseUnits } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser } from '../support/browser.ts'
import { pay, shown, unitsOf } from '../support/customer.ts'
import { operate } from '../support/operator.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openShopper, type Shopper } from '../support/shopper.ts'
import { mine, openStory, type Story } from '../support/story.ts'

/** The shortest window. */
const WINDOW_S = 60

let story: Story
let browser: Browser
let shop: Shop
let asked: Readonly<Record<'scripted' | 'plain', ShownPayment>>
const tokens: string[] = []
beforeAll(async () => {
  ;[story, browser] = await Promise.all([openStory({ returnHoldHours: 0 }), startBrowser()])
  shop = await openShop(story.gateway.api, story.shop.wallets, { payment_window_seconds: WINDOW_S })
  asked = { scripted: await shop.ask({ blockchain: 'BTC' }), plain: await shop.ask({ blockchain: 'BTC' }) }
  for (const payment of Object.values(asked)) await pay(story, payment, half(payment))
  await mine(story, 'BTC', 1)
})
afterAll(async () => {
  await browser?.close()
  shop?.receiver.close()
  await story?.close()
})

const half = (payment: ShownPayment): bigint => unitsOf(payment, payment.crypto_amount) / 2n
const reads = (page: Page, text: string) => page.getByText(text).first().waitFor()
const address = (page: Page) => page.locator('#address')

/** The address of the page that an operator gives to the payer of an underpaid, expired payment. */
async function offeredLink(payment: ShownPayment): Promise<string> {
  await shop.reaches(payment.id, 'expired')
  const [, page = '', token = ''] = /page {2}(\S+\/refund\/(ret_[\w-]{43}))/.exec(await operate(story, 'refund', payment.id)) ?? []
  tokens.push(token)
  return page
}

/** Asks for the page again until it says this; a sweep plans the refund and the signer signs it. */
const untilReads = (page: Page, heading: string) =>
  eventually(`the page to say: ${heading}`, async () => {
    await page.getByText('Check again').click()
    return (await page.locator('h1').textContent())?.includes(heading)
  })

test('a payer corrects a mistyped address, confirms with the keyboard alone, and watches the refund arrive in the own wallet', async () => {
  const payment = asked.scripted
  const shopper: Shopper = await openShopper(browser, await offeredLink(payment))
  const { page } = shopper
  await reads(page, `${shown(payment, half(payment))} BTC`)
  const wallet = await newBitcoinAddress(story.bitcoin)

  await address(page).fill(`${wallet.slice(0, -1)}${wallet.endsWith('q') ? 'p' : 'q'}`)
  await page.keyboard.press('Enter')
  await reads(page, 'This is not a Bitcoin regtest address.')
  expect(await page.evaluate('document.activeElement.id')).toBe('address')
  expect(await page.evaluate(`document.getElementById(document.activeElement.getAttribute('aria-describedby')).textContent`)).toContain(
    'copy it from your wallet again',
  )

  await address(page).fill(wallet)
  await page.keyboard.press('Enter')
  await reads(page, 'It cannot be called back')
  expect((await page.locator('.addr').textContent())?.trim()).toBe(wallet)
  await page.getByRole('button', { name: 'Change the address' }).focus()
  await page.keyboard.press('Enter')
  expect(await address(page).inputValue()).toBe(wallet)
  await address(page).press('Enter')
  await page.getByRole('button', { name: 'Send to this address' }).focus()
  await page.keyboard.press('Enter')

  await untilReads(page, 'on its way')
  await mine(story, 'BTC', 6)
  await untilReads(page, 'was sent back to you')
  const [amount = ''] = /[\d.]+/.exec((await page.locator('h1').textContent()) ?? '') ?? []
  expect(await bitcoinBalance(story.bitcoin, wallet)).toBe(parseUnits(amount, 8))
  await shop.hears(payment.id, ['payment.created', 'payment.expired', 'payment.refunded'])
  expect(shopper.trouble).toEqual([])
  await shopper.close()
})

test('a payer without scripts claims in German, and a second payer with another address is told that one was named', async () => {
  const link = await offeredLink(asked.plain)
  const [first, second] = [
    await openShopper(browser, `${link}?lang=de`, { javaScriptEnabled: false }),
    await openShopper(browser, link, { javaScriptEnabled: false }),
  ]
  const wallets = [await newBitcoinAddress(story.bitcoin), await newBitcoinAddress(story.bitcoin)] as const
  await address(first.page).fill(wallets[0])
  await first.page.getByRole('button', { name: 'Adresse prüfen' }).click()
  await address(second.page).fill(wallets[1])
  await second.page.getByRole('button', { name: 'Check the address' }).click()
  await first.page.getByRole('button', { name: 'An diese Adresse senden' }).click()
  await first.page.waitForURL(`${link}?lang=de`)
  await reads(first.page, 'Ihre Rückerstattung wird')
  await second.page.getByRole('button', { name: 'Send to this address' }).click()
  await reads(second.page, 'Another address was named before yours')
  expect((await second.page.locator('.addr').textContent())?.trim()).toBe(wallets[0])
  expect([first.trouble, second.trouble]).toEqual([[], []])
  await Promise.all([first.close(), second.close()])
})

test('no log of any process contains the token of a refund link', () => {
  const written = parts.map((part) => readFileSync(join(story.around.dataDir, part, `${part}.log`), 'utf8')).join('\n')
  expect(written).toContain('/refund/{token}')
  expect(tokens).toHaveLength(2)
  expect(tokens.filter((token) => token === '' || written.includes(token))).toEqual([])
})
