import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { broken, type Told } from '../screens/portal/answers.ts'
import { BUSINESS_ID } from '../screens/portal/business-answers.ts'
import { ESCROW_ID, noEscrows } from '../screens/portal/escrow-answers.ts'
import { noPayments } from '../screens/portal/payment-answers.ts'
import { common } from '../screens/portal/scenes.ts'
import { SERIES_ID } from '../series/answers.ts'
import { servePortal, type ServedPortal } from '../screens/portal/serve-portal.ts'
import { findAxeViolations, bringAxe } from '../support/axe.ts'
import { startBrowser } from '../support/browser.ts'
import { builtPortal } from '../support/built-portal.ts'
import { DRAWN_ORIGIN } from '../support/drawn-pages.ts'

const HOME = `/dashboard/b/${BUSINESS_ID}`
const noCards: Told = { 'cards.portal.list': { payments: [], next_cursor: null, total: 0, total_is_capped: false } }
const noInvoices: Told = { 'invoices.portal.list': { invoices: [], next_cursor: null, total: 0, total_is_capped: false } }
const noLightning: Told = { 'lightning.portal.list': { payments: [], next_cursor: null, total: 0, total_is_capped: false } }
const nothing: Told = {
  ...noPayments,
  ...noCards,
  ...noInvoices,
  ...noLightning,
  ...noEscrows,
  'series.get': { status: 404, code: 'NOT_FOUND', error: 'No such series' },
}

let browser: Browser
let page: Page
let served: ServedPortal
/** What procedures were asked for, by name. */
let asked: Map<string, unknown>
beforeAll(async () => {
  browser = await startBrowser()
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  served = await servePortal(context, await builtPortal())
  await bringAxe(context)
  page = await context.newPage()
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const input = searchParams.get('input')
    if (pathname.startsWith('/trpc/') && input !== null) asked.set(pathname.slice('/trpc/'.length), JSON.parse(input))
  })
})
beforeEach(() => void (asked = new Map()))
afterAll(() => browser?.close())

const dialog = () => page.getByRole('dialog', { name: 'Find payments, escrows and series' })

/** Opens the finder over the first page of a business, and searches. */
async function find(text: string, told: Told = {}): Promise<void> {
  served.tell({ ...common, ...told })
  await page.goto(DRAWN_ORIGIN + HOME)
  await page.locator('h1').waitFor()
  await page.keyboard.press('Control+k')
  asked.clear()
  await page.getByLabel('ID, address or transaction').fill(` ${text} `)
  await page.keyboard.press('Enter')
}

const sections = (): Promise<string[]> => dialog().locator('section > h3').allTextContents()

test('an id finds payments, escrows and a series, each as a link', async () => {
  await find(SERIES_ID)
  await dialog().getByRole('link', { name: 'Coffee of the month' }).waitFor()
  await expect.poll(sections).toEqual(['Payments', 'Card payments', 'Invoices', 'Escrows', 'Series', 'Lightning'])
  expect([...asked]).toEqual(
    expect.arrayContaining([
      ['payments.portal.list', { businessId: BUSINESS_ID, q: SERIES_ID, limit: 5 }],
      ['escrows.portal.list', { businessId: BUSINESS_ID, q: SERIES_ID, limit: 5, offset: 0 }],
      ['series.get', { id: SERIES_ID }],
    ]),
  )
  expect(await findAxeViolations(page)).toEqual([])
  await dialog().getByRole('link', { name: 'Coffee of the month' }).click()
  await page.waitForURL(`**${HOME}/series/${SERIES_ID}`)
  await dialog().waitFor({ state: 'detached' })
})

test('an address finds no series, and leads to an escrow or to all that match', async () => {
  await find('bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c', {
    ...noPayments,
    ...noCards,
    ...noInvoices,
    ...noLightning,
    'series.get': 'never',
  })
  await dialog().getByRole('link', { name: 'All escrows found' }).waitFor()
  expect(await sections()).toEqual(['Escrows'])
  expect(asked.has('series.get')).toBe(false)
  await dialog().getByRole('link', { name: 'All escrows found' }).click()
  await page.waitForURL(`**${HOME}/escrows?q=bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c`)
})

test('says that nothing was found, and that a search has failed', async () => {
  await find(ESCROW_ID, nothing)
  await dialog().getByText('No payment has this order, ID, address or transaction').waitFor()
  await find('4f0a8c21', { ...nothing, 'escrows.portal.list': { ...broken, status: 400 } })
  await dialog().getByRole('alert').waitFor()
  expect(await dialog().getByRole('status').textContent()).not.toContain('No payment has')
})
