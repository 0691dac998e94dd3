import { payRefundPage } from '@gateway/pages/payments/assisted/pay-refund-page'
import { payerRefundPage } from '@gateway/pages/payments/assisted/payer-refund-page'
import { samplePayerPages, samplePayPages } from '@gateway/pages/payments/assisted/test-assisted-refunds'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startBrowser } from '../support/browser.ts'
import { DRAWN_NONCE, DRAWN_ORIGIN, type DrawnPages, drawnPages } from '../support/drawn-pages.ts'
import { watchTrouble, WATCH } from '../support/shopper.ts'
import { xssPayloads } from './xss-payloads.ts'

let browser: Browser
let context: BrowserContext
let page: Page
let pages: DrawnPages
let trouble: string[]
beforeAll(async () => void (browser = await startBrowser()))
beforeEach(async () => {
  context = await browser.newContext()
  await context.addInitScript(WATCH)
  pages = await drawnPages(context)
  page = await context.newPage()
  trouble = watchTrouble(page, DRAWN_ORIGIN)
})
afterEach(() => context.close())
afterAll(() => browser?.close())

const reader = { language: 'en', nonce: DRAWN_NONCE } as const
const payer = (name: keyof typeof samplePayerPages): string => payerRefundPage({ ...samplePayerPages[name], ...reader })
const pay = (name: keyof typeof samplePayPages): string => payRefundPage({ ...samplePayPages[name], ...reader })
/** Nothing was reported, and nothing asked for that no page has. */
const isCalm = () => expect([trouble, pages.unknown]).toEqual([[], []])
/** A page looks at once when its browser is online again. */
const look = () => page.evaluate(`dispatchEvent(new Event('online'))`)
const headline = (words: string) => page.locator('#headline', { hasText: words }).waitFor()
const heard = (words: string) => page.locator('#live', { hasText: words }).waitFor({ state: 'attached' })

describe('a page of a refund that the merchant pays, with scripts', () => {
  test('shows its payer each transfer as it comes, says so once, and keeps the focus', async () => {
    await pages.show(page, payer('named'))
    await page.locator('#headline').focus()
    pages.put(payer('partly'))
    await look()
    await headline('0.0008 BTC of 0.002 BTC has been sent')
    await heard('0.0008 BTC of 0.002 BTC has been sent')
    expect(await page.evaluate('document.activeElement.id')).toBe('headline')
    pages.put(payer('refunded'))
    await look()
    await headline('0.002 BTC was sent back to you')
    expect(await page.locator('.transfers li').count()).toBe(1)
    isCalm()
  })

  test('asks whoever pays for the rest alone once a part is in a block', async () => {
    await pages.show(page, pay('unnamed'))
    pages.put(pay('named'))
    await look()
    await headline('Pay this refund')
    pages.put(pay('partly'))
    await look()
    await page.locator('.send__amount', { hasText: '0.0012 BTC' }).waitFor()
    expect(await page.locator('#wallet').getAttribute('href')).toContain('amount=0.0012')
    isCalm()
  })

  test('leaves a typed transaction where it is, and says that the page is out of date', async () => {
    await pages.show(page, pay('named'))
    await page.locator('#tx_hash').fill('4b94c1f3')
    pages.put(pay('partly'))
    await look()
    await page.locator('#changed', { hasText: 'The refund has changed meanwhile' }).waitFor()
    expect(await page.locator('#tx_hash').inputValue()).toBe('4b94c1f3')
    expect(await page.locator('#headline').textContent()).toBe('Pay this refund')
    isCalm()
  })

  test('runs no text of a merchant and no typed text', async () => {
    for (const payload of xssPayloads) {
      const evil = { businessName: payload, description: payload, reason: payload }
      const { refund, ...view } = samplePayPages.named
      await pages.show(page, payRefundPage({ ...view, ...reader, refund: { ...refund, ...evil }, typed: payload, problem: 'malformed' }))
      expect(await page.locator('#tx_hash').inputValue()).toBe(payload.replaceAll(/[\r\n]/g, ''))
      expect(await page.locator('.masthead__name').textContent()).toBe(payload)
      const sample = samplePayerPages.partly
      await pages.show(page, payerRefundPage({ ...sample, ...reader, refund: { ...sample.refund, ...evil } }))
      expect(await page.locator('.masthead__name').textContent()).toBe(payload)
    }
    isCalm()
  })
})
