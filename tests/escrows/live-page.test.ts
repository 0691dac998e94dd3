import { escrowPage } from '@gateway/pages/escrows/escrow-page'
import { sampleEscrows } from '@gateway/pages/escrows/test-escrows'
import { escrowTokenPage } from '@gateway/pages/escrows/token-page'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startBrowser } from '../support/browser.ts'
import { DRAWN_NONCE, DRAWN_ORIGIN, type DrawnPages, drawnPages } from '../support/drawn-pages.ts'
import { WATCH, watchTrouble } from '../support/shopper.ts'

let browser: Browser
let context: BrowserContext
let page: Page
let pages: DrawnPages
let trouble: string[]
beforeAll(async () => void (browser = await startBrowser()))
afterAll(() => browser?.close())
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  await context.addInitScript(WATCH)
  pages = await drawnPages(context)
  page = await context.newPage()
  trouble = watchTrouble(page, DRAWN_ORIGIN)
})
afterEach(async () => {
  await context.close()
  if (trouble.length > 0) throw new Error(trouble.join('\n'))
})

const look = { language: 'en', nonce: DRAWN_NONCE } as const
const draw = (name: keyof typeof sampleEscrows): string => escrowPage({ ...sampleEscrows[name], ...look })
const tokenPage = escrowTokenPage({ ...look, query: { id: 'x' }, isRefused: false })

async function open(html: string): Promise<void> {
  await pages.show(page, html)
  await page.evaluate('window.isFirst = true')
}

/** The next version of the page. Going back online is one of the moments at which a page looks; it resolves once the page has looked. */
async function change(html: string): Promise<void> {
  pages.put(html)
  const answered = page.waitForEvent('requestfinished', (request) => request.resourceType() === 'xhr')
  await page.evaluate("dispatchEvent(new Event('online'))")
  await answered
}

const isFirst = (): Promise<boolean> => page.evaluate<boolean>('window.isFirst === true')
const heard = (): Promise<string[]> => page.evaluate<string[]>('window.heard')
const badge = (state: string): Promise<void> => page.locator('.badge--lg', { hasText: state }).waitFor()
const notice = () => page.locator('#changed')

describe('the page of an escrow', () => {
  test('turns from created to funded while it is open, says so once, and keeps the unchanged parts', async () => {
    await open(draw('created'))
    await page.locator('#wallet').focus()
    await page.evaluate("document.querySelector('[data-part=parties]').isKept = true")
    await change(draw('created-seen'))
    await page.getByText('Deposit seen', { exact: true }).first().waitFor()
    expect(await page.evaluate('document.activeElement.id')).toBe('h-state')
    await change(draw('funded'))
    await badge('Funded')
    expect(await page.locator('#release').count()).toBe(1)
    expect(await page.locator('#wallet').count()).toBe(0)
    await expect.poll(heard).toEqual(['Deposit seen', 'Funded'])
    expect(await page.evaluate("document.querySelector('[data-part=parties]').isKept")).toBe(true)
    expect(await isFirst()).toBe(true)
  })

  test('looks by itself, and no more once nothing follows', async () => {
    const looks: string[] = []
    page.on('request', (request) => request.resourceType() === 'xhr' && looks.push(request.url()))
    await page.clock.install()
    await open(draw('created'))
    pages.put(draw('settled'))
    await page.clock.fastForward(14_000)
    await page.clock.fastForward(1_000)
    await badge('Settled')
    await page.clock.fastForward(600_000)
    await change(draw('settled'))
    expect(looks).toHaveLength(2)
  })

  test('leaves a notice alone while nothing has changed', async () => {
    await open(draw('overtaken'))
    await change(draw('released'))
    await change(draw('released'))
    expect(await page.getByText('That is no longer possible').isVisible()).toBe(true)
  })

  test('asks for the token when the browser keeps it no more', async () => {
    await open(draw('funded'))
    pages.put(tokenPage)
    await page.evaluate("dispatchEvent(new Event('online'))")
    await page.getByLabel('Token').waitFor()
    expect(await isFirst()).toBe(false)
  })

  test('asks for another token when its own opens the escrow no more', async () => {
    await open(draw('funded'))
    await page.route('**/page', (route) => route.fulfill({ status: 403, body: tokenPage, contentType: 'text/html' }))
    await page.evaluate("dispatchEvent(new Event('online'))")
    await page.getByLabel('Token').waitFor()
    expect(await isFirst()).toBe(false)
  })
})

/** Keeps the page from looking by itself, and notes after how many milliseconds it would have. */
const PLANNED = `
  window.planned = []
  Math.random = () => 0
  const later = setTimeout
  window.setTimeout = (run, ms) => (ms < 1000 ? later(run, ms) : window.planned.push(ms))
`

describe('a page that does not reach the gateway', () => {
  const offline = () => page.locator('#offline', { hasText: 'Connection lost' })
  /** Lets the page look; resolves once it waits for so many seconds. */
  async function lookAndWait(seconds: number): Promise<void> {
    await page.evaluate("window.planned = []; dispatchEvent(new Event('online'))")
    await expect.poll(() => page.evaluate('window.planned.at(-1) / 1000')).toBe(seconds)
  }
  beforeEach(() => page.addInitScript(PLANNED))

  test.each([
    ['created', 15],
    ['dispute', 30],
  ] as const)('says so (%s), looks less and less often, and goes on once it is back', async (name, interval) => {
    await open(draw(name))
    await page.route('**/page', (route) => route.abort())
    for (const seconds of [4, 8, 16]) await lookAndWait(seconds)
    expect(await offline().isVisible()).toBe(true)
    await page.unroute('**/page')
    await lookAndWait(interval)
    expect([await offline().isVisible(), await notice().isVisible(), await isFirst()]).toEqual([false, false, true])
    await page.route('**/page', (route) => route.abort())
    await lookAndWait(4)
    expect(await offline().isVisible()).toBe(true)
  })

  test('names the time of its last look', async () => {
    await open(draw('created'))
    const { created } = sampleEscrows
    pages.put(escrowPage({ ...created, now: new Date('2026-10-14T18:30:00Z'), ...look }))
    await lookAndWait(15)
    await page.route('**/page', (route) => route.abort())
    await lookAndWait(4)
    expect(await page.locator('#offline').textContent()).toContain('18:30 UTC')
  })

  test('waits as long as it is asked to', async () => {
    await open(draw('created'))
    await page.route('**/page', (route) => route.fulfill({ status: 429, json: {}, headers: { 'Retry-After': '30' } }))
    await lookAndWait(30)
    expect(await offline().isVisible()).toBe(true)
  })
})

describe('a text that a party types', () => {
  test('stays: a dispute that is being written says that the escrow has changed, and leads to it', async () => {
    await open(draw('dispute'))
    await page.locator('#reason').fill('It is not')
    expect(await notice().isVisible()).toBe(false)
    await change(draw('released'))
    await notice().waitFor({ state: 'visible' })
    await page.locator('#reason').press('End')
    await page.keyboard.type(' what was agreed.')
    await change(draw('settled'))
    await change(tokenPage)
    expect(await page.locator('#reason').inputValue()).toBe('It is not what was agreed.')
    await expect.poll(heard).toEqual(['The escrow has changed meanwhile'])
    expect(await isFirst()).toBe(true)
    pages.put(draw('settled'))
    await page.getByText('Show the escrow as it is now').click()
    await badge('Settled')
  })

  test('stays in the field for an address; without it the page is replaced', async () => {
    await open(draw('funded-unnamed'))
    await page.locator('#address').fill('bc1q')
    await change(draw('disputed'))
    await notice().waitFor({ state: 'visible' })
    expect([await page.locator('#address').inputValue(), await page.locator('.badge--lg').textContent()]).toEqual(['bc1q', 'Funded'])
    await open(draw('funded-unnamed'))
    await change(draw('disputed'))
    await badge('Disputed')
    expect(await notice().isVisible()).toBe(false)
  })

  test('is told of a second change too, once the first one is shown', async () => {
    const unnamed = sampleEscrows['funded-unnamed']
    await open(draw('funded-unnamed'))
    await page.locator('#address').fill('bc1q')
    await change(draw('disputed'))
    await notice().waitFor({ state: 'visible' })
    await page.locator('#address').fill('')
    await change(escrowPage({ ...unnamed, escrow: { ...unnamed.escrow, state: 'disputed', disputedAt: unnamed.now }, ...look }))
    await badge('Disputed')
    await notice().waitFor({ state: 'hidden' })
    await page.locator('#address').fill('bc1q')
    await change(draw('released'))
    await notice().waitFor({ state: 'visible' })
    await expect.poll(heard).toEqual(['The escrow has changed meanwhile', 'Disputed', 'The escrow has changed meanwhile'])
  })
})
