import { checkoutPage } from '@gateway/pages/payments/checkout-page'
import { sampleCheckouts } from '@gateway/pages/payments/test-checkouts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawings, type Look, pathOf } from '../screens/pages.ts'
import { startDrawings } from '../screens/start-drawings.ts'
import { bringAxe, findAxeViolations } from '../support/axe.ts'
import { startBrowser } from '../support/browser.ts'
import { DRAWN_NONCE, DRAWN_ORIGIN, type DrawnPages, drawnPages } from '../support/drawn-pages.ts'
import { watchTrouble, WATCH } from '../support/shopper.ts'
import { xssPayloads } from './xss-payloads.ts'

let browser: Browser
beforeAll(async () => void (browser = await startBrowser()))
afterAll(() => browser?.close())

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1_280, height: 800 }

interface Drawn {
  readonly context: BrowserContext
  readonly page: Page
  readonly pages: DrawnPages
  readonly trouble: string[]
}

/** A window that shows pages without a gateway. */
async function openDrawn(width: number): Promise<Drawn> {
  const context = await browser.newContext({ viewport: { width, height: 844 }, reducedMotion: 'reduce' })
  await context.addInitScript(WATCH)
  const pages = await drawnPages(context)
  const page = await context.newPage()
  return { context, page, pages, trouble: watchTrouble(page, DRAWN_ORIGIN) }
}

const sample = (look: Partial<Look> = {}, name: keyof typeof sampleCheckouts = 'waiting-btc'): string =>
  checkoutPage({ ...sampleCheckouts[name], language: 'en', nonce: DRAWN_NONCE, ...look })

/** States that differ from another one in words and numbers only. */
const alike =
  /^refund-(?:offered-late|offered-failed|missing|other-network|own-address|review-now|due|fee-delay|paying|returned-unlinked|overtaken)$|^assisted-refund-(?:offered|offered-plain|cancelled|paying)$|^pay-refund-(?:missing|looked-for|cancelled|expired|partly)$|-(?:eth|last-minute|unconfirmed|late|forwarding|paid-btc|within-tolerance|time-up|overpaid)$|^checkout-(?:reorged|confirmed|failed)$|^invoice-(?:sent|coin|yen|credited)$|^escrow-(?:created-late|created-beneficiary|funded-coin|funded-beneficiary|disputed-beneficiary|overtaken|released|settled-beneficiary|refunded|dispute-long)$|^profile-unnamed$|^verify-(?:missing|endless|revoked-silently|expired)$/
// The pages of a development gateway have a test of their own, which allows their frame.
const states = Object.keys(drawings).filter((name) => !alike.test(name) && !(name in startDrawings))
/** One state of each layout, for the languages. */
const layouts = [
  'checkout-waiting-usdc',
  'checkout-short',
  'checkout-paid-oddly',
  'checkout-expired',
  'invoice-lines',
  'invoice-partial',
  'invoice-paid',
  'refund-malformed',
  'refund-offered-large',
  'refund-review',
  'refund-taken',
  'assisted-refund-offered-large',
  'assisted-refund-review',
  'assisted-refund-lost',
  'pay-refund-named-large',
  'pay-refund-lost',
  'pay-refund-refused',
  'escrow-created-partly',
  'escrow-funded',
  'escrow-disputed',
  'escrow-release',
  'escrow-dispute-missing',
  'escrow-token-refused',
  'profile-flagged',
  'profile-long',
  'verify-revoked',
  'account-reset',
  'error-refund_not_found',
  'error-unavailable',
]

describe('a page', () => {
  let drawn: Drawn
  beforeAll(async () => {
    drawn = await openDrawn(PHONE.width)
    await bringAxe(drawn.context)
  })
  afterAll(() => drawn.context.close())

  async function show(name: string, look: Omit<Look, 'nonce'>): Promise<void> {
    await drawn.page.setViewportSize(PHONE)
    await drawn.pages.show(drawn.page, drawings[name]?.({ ...look, nonce: DRAWN_NONCE }) ?? '', pathOf(name))
  }

  test.each(states)(
    'shows no accessibility violation and never scrolls sideways, light on a phone and dark on a desk: %s',
    async (name) => {
      await show(name, { language: 'en', theme: 'light' })
      expect(await findFaults(drawn.page)).toEqual([])
      await drawn.page.setViewportSize(DESK)
      await drawn.page.evaluate("document.documentElement.dataset.theme = 'dark'")
      expect(await findFaults(drawn.page)).toEqual([])
      expect(drawn.trouble).toEqual([])
    },
  )

  test.each((['ar', 'de'] as const).flatMap((language) => layouts.map((name) => [language, name] as const)))(
    'has none of them in %s, dark on a phone, either: %s',
    async (language, name) => {
      await show(name, { language, theme: 'dark' })
      expect(await findFaults(drawn.page)).toEqual([])
    },
  )
})

/** Accessibility violations, and the width of what does not fit. */
async function findFaults(page: Page): Promise<unknown[]> {
  const width = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  return [...(await findAxeViolations(page)), ...(width > 0 ? [`${width} px too wide`] : [])]
}

describe('a keyboard', () => {
  test('reaches every control of a checkout in order, sees where it is, and is never trapped', async () => {
    const { context, page, pages } = await openDrawn(390)
    await pages.show(page, sample({}, 'waiting-usdc'))
    const reached: string[] = []
    for (let presses = 0; presses < 9; presses++) {
      await page.keyboard.press('Tab')
      reached.push(await page.evaluate<string>(FOCUSED))
    }
    expect(reached).toEqual(['skip', 'lang', 'copy-amount', 'copy-address', 'summary', 'qr-address', 'wallet', 'cancel', 'body'])
    await context.close()
  })

  test('skips to the content, opens the contract, and chooses the code that holds the address only', async () => {
    const { context, page, pages } = await openDrawn(1_280)
    await pages.show(page, sample({}, 'waiting-usdc'))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('location.hash')).toBe('#main')
    await page.locator('summary').focus()
    await page.keyboard.press('Enter')
    expect(await page.locator('details').getAttribute('open')).not.toBeNull()
    await pages.show(page, sample())
    await page.locator('#code-link').focus()
    await page.keyboard.press('ArrowRight')
    expect([await page.locator('#qr-link').isVisible(), await page.locator('#qr-address').isVisible()]).toEqual([false, true])
    await context.close()
  })
})

describe('texts that try to run as scripts', () => {
  const { payment } = sampleCheckouts.paid
  const places = ['business_name', 'description', 'success_url', 'cancel_url', 'id', 'tx_hash', 'payment_address', 'payment_uri'] as const
  const drawn = (evil: Partial<typeof payment>): string =>
    checkoutPage({ ...sampleCheckouts.paid, language: 'en', nonce: DRAWN_NONCE, payment: { ...payment, success_url: null, ...evil } })
  const elementsOf = (html: string): string[] => html.match(/<[^>]*>/g)?.map((tag) => /^<[^\s>]*/.exec(tag)?.[0] ?? '') ?? []

  test.each(places)('change no element of a page, wherever they stand: %s', (place) => {
    const plain = elementsOf(drawn({}))
    for (const payload of xssPayloads) expect([payload, elementsOf(drawn({ [place]: payload }))]).toEqual([payload, plain])
  })

  test('appear as they are in a browser, run nothing, report nothing and ask for nothing', async () => {
    expect(xssPayloads.length).toBeGreaterThanOrEqual(60)
    const { context, page, pages, trouble } = await openDrawn(DESK.width)
    const rest = xssPayloads.slice()
    while (rest.length > 0) {
      const [one = '', two = one, three = one] = rest.splice(0, 3)
      const evil = { business_name: one, description: two, id: three, tx_hash: one, success_url: two, cancel_url: three }
      await pages.show(page, drawn(evil))
      const shown = ['.masthead__name', '.order__what', '.order__reference'].map((place) => page.locator(place).textContent())
      expect(await Promise.all(shown)).toEqual([one, two, three])
    }
    expect([trouble, pages.unknown]).toEqual([[], []])
    await context.close()
  })

  test('would be reported and would not run, if one got into a page', async () => {
    const { context, page, pages, trouble } = await openDrawn(DESK.width)
    await pages.show(page, sample().replace('</main>', '<script>alert(1)</script><img src=//evil.example/x onerror=alert(1)></main>'))
    for (const sign of ['CSP script-src-elem inline', 'CSP img-src https://evil.example/x']) expect(trouble.join('\n')).toContain(sign)
    expect(trouble.filter((line) => line.startsWith('a dialog'))).toEqual([])
    await context.close()
  })
})

describe('the scripts of a page', () => {
  test('may not turn texts into markup, nor run texts as code', async () => {
    const { context, page, pages } = await openDrawn(390)
    await pages.show(page, sample())
    for (const attempt of [
      "document.body.innerHTML = '<b>x</b>'",
      "document.body.insertAdjacentHTML('beforeend', '<b>x</b>')",
      "trustedTypes.createPolicy('x', {})",
    ])
      expect(await page.evaluate<string>(`(() => { try { ${attempt}; return 'done' } catch (error) { return error.name } })()`)).toBe(
        'TypeError',
      )
    await context.close()
  })

  test('take over only changed parts, keep open what the shopper has opened, and move the focus only where its place is gone', async () => {
    const { context, page, pages } = await openDrawn(390)
    await pages.show(page, sample({}, 'waiting-usdc'))
    await page.locator('summary').click()
    await page.locator('#copy-address').focus()
    await page.evaluate("document.querySelector('#warning').isKept = true")
    await change(page, pages, sample({}, 'short-usdc'))
    await page.getByText('still missing').first().waitFor()
    expect(
      await page.evaluate("[document.activeElement.id, document.querySelector('#warning').isKept, document.querySelector('details').open]"),
    ).toEqual(['copy-address', true, true])
    await change(page, pages, sample({}, 'seen'))
    await page.locator('#headline').waitFor()
    expect(await page.evaluate('document.activeElement.id')).toBe('headline')
    await change(page, pages, sample({}, 'paid'))
    await page.getByText('has your payment').waitFor()
    await expect
      .poll(() => page.evaluate('window.heard'))
      .toEqual(['74.024761 USDC still missing', 'Payment seen, 2 of 12 confirmations', 'Paid'])
    await context.close()
  })

  test('count down by the server’s clock, however wrong the one of the shopper is', async () => {
    const { context, page, pages } = await openDrawn(390)
    await page.clock.install({ time: new Date('2031-01-01T00:00:00Z') })
    await pages.show(page, sample())
    await page.clock.fastForward(20_000)
    expect(await page.locator('#left').textContent()).toMatch(/^9:(20|21)$/)
    const now = '2026-10-14T14:44:55.000Z'
    await change(page, pages, checkoutPage({ ...sampleCheckouts['waiting-btc'], now, language: 'en', nonce: DRAWN_NONCE }))
    await page.locator(`#main[data-now="${now}"] #timer:not(.is-short)`).waitFor()
    await page.clock.fastForward(10_000)
    await page.locator('#timer.is-short').waitFor()
    await context.close()
  })

  test('load the page anew when there is none any more', async () => {
    const { context, page, pages } = await openDrawn(390)
    await pages.show(page, sample())
    await Promise.all([
      page.waitForEvent('load'),
      change(page, pages, drawings['checkout-unknown']?.({ language: 'en', nonce: DRAWN_NONCE }) ?? ''),
    ])
    expect(await page.locator('h1').textContent()).toBe('This payment link leads nowhere')
    await context.close()
  })
})

/** The next version of the page that is shown; going back online is one of the moments at which a page looks. */
async function change(page: Page, pages: DrawnPages, html: string): Promise<void> {
  pages.put(html)
  await page.evaluate("dispatchEvent(new Event('online'))")
}

/** The focused element: its id, or its tag; it must be visible in the window. */
const FOCUSED = `(() => {
  const { id, className, tagName } = document.activeElement
  return id || (className === 'skip' ? className : tagName.toLowerCase())
})()`
