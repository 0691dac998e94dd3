import { refundPage } from '@gateway/pages/payments/refund/refund-page'
import { sampleRefunds } from '@gateway/pages/payments/refund/test-refunds'
import type { RefundView } from '@gateway/pages/payments/refund/refund-view'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBrowser } from '../support/browser.ts'
import { DRAWN_NONCE, DRAWN_ORIGIN, drawnPages } from '../support/drawn-pages.ts'
import { watchTrouble, WATCH } from '../support/shopper.ts'
import { xssPayloads } from './xss-payloads.ts'

let browser: Browser
beforeAll(async () => void (browser = await startBrowser()))
afterAll(() => browser?.close())

const { refund } = sampleRefunds.malformed
const drawn = (evil: Partial<RefundView['refund']>, typed = ''): string =>
  refundPage({
    language: 'en',
    nonce: DRAWN_NONCE,
    refund: { ...refund, ...evil },
    isTestNetwork: false,
    show: { step: 'offer', typed, problem: 'malformed' },
  })
const elementsOf = (html: string): string[] => html.match(/<[^>]*>/g)?.map((tag) => /^<[^\s>]*/.exec(tag)?.[0] ?? '') ?? []

describe('texts that try to run as scripts on a refund page', () => {
  test.each(['businessName', 'description', 'paymentId'] as const)('change no element, wherever they stand: %s', (place) => {
    const plain = elementsOf(drawn({}))
    for (const payload of xssPayloads) expect([payload, elementsOf(drawn({ [place]: payload }))]).toEqual([payload, plain])
  })

  test('stay in the field they were typed into, run nothing, report nothing and ask for nothing', async () => {
    const context = await browser.newContext()
    await context.addInitScript(WATCH)
    const pages = await drawnPages(context)
    const page = await context.newPage()
    const trouble = watchTrouble(page, DRAWN_ORIGIN)
    for (const payload of xssPayloads) {
      await pages.show(page, drawn({ businessName: payload, description: payload }, payload))
      // A field of one line drops what would break it.
      expect(await page.locator('#address').inputValue()).toBe(payload.replaceAll(/[\r\n]/g, ''))
      expect(await page.locator('.masthead__name').textContent()).toBe(payload)
    }
    expect([trouble, pages.unknown]).toEqual([[], []])
    await context.close()
  })
})
