import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findAxeViolations } from '../support/axe.ts'
import { startBrowser } from '../support/browser.ts'
import { type DocsSite, startDocsSite } from '../support/docs-site.ts'

let site: DocsSite
let browser: Browser
beforeAll(async () => void ([site, browser] = await Promise.all([startDocsSite(), startBrowser()])))
afterAll(async () => {
  await browser?.close()
  site?.close()
})

/** A page of a new browser context, and everything it complained about or asked another origin for. */
async function openPage(options: BrowserContextOptions = {}): Promise<{ page: Page; troubles: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('console', (message) => void (['error', 'warning'].includes(message.type()) && troubles.push(message.text())))
  page.on('pageerror', (error) => void troubles.push(error.message))
  page.on('request', (request) => void (/^(?:data:|http:\/\/127\.0\.0\.1)/.test(request.url()) || troubles.push(request.url())))
  return { page, troubles }
}

/** What axe finds on a page with every disclosure open. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true')
  return findAxeViolations(page)
}

const ofReference = /^\/docs\/reference\/(?!payments)/

describe.each([
  { look: 'every page, light at 1280 px,', colorScheme: 'light', width: 1280, skipped: /^$/ },
  // The pages of the reference are made of the same parts.
  { look: 'every guide and a page of the reference, dark at 390 px,', colorScheme: 'dark', width: 390, skipped: ofReference },
] as const)('$look', ({ colorScheme, width, skipped }) => {
  test('every page is accessible, fits the screen, and obeys its content security policy', async () => {
    const { page, troubles } = await openPage({ colorScheme, viewport: { width, height: 844 } })
    for (const path of site.pages.filter((one) => !skipped.test(one))) {
      await page.goto(site.origin + path)
      const sideways = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      expect([path, sideways, await violations(page)]).toEqual([path, 0, []])
    }
    expect(troubles).toEqual([])
  })
})

describe('without scripts', () => {
  const open = () => openPage({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const shownCode = (page: Page) => page.locator('.code:has(.code__tabs) >> nth=0').locator('pre:visible')

  test('a tab shows its language and hides the others', async () => {
    const { page } = await open()
    await page.goto(`${site.origin}/docs`)
    expect(await shownCode(page).textContent()).toContain('curl')
    await page.locator('.code__tab', { hasText: 'Python' }).first().click()
    expect(await shownCode(page).count()).toBe(1)
    expect(await shownCode(page).textContent()).toContain('import requests')
  })

  test('the menu opens and closes, and no button is shown that needs a script', async () => {
    const { page } = await open()
    await page.goto(`${site.origin}/docs/plans`)
    await page.locator('.docbar__menu').click()
    expect(await page.locator('.docnav').getByRole('link', { name: 'Go live' }).isVisible()).toBe(true)
    await page.locator('.docnav__close').click()
    expect(await page.locator('.docnav').isVisible()).toBe(false)
    expect(await page.locator('button[data-copy]:visible, .theme:visible, .find__close:visible').count()).toBe(0)
  })

  test('the search is a page that leads to the row of an error code', async () => {
    const { page } = await open()
    await page.goto(`${site.origin}/docs`)
    await page.locator('.docbar__open').click()
    await page.locator('#words').fill('usage_limit')
    await page.keyboard.press('Enter')
    await page.locator('.results a').first().click()
    expect(page.url()).toBe(`${site.origin}/docs/errors#USAGE_LIMIT_EXCEEDED`)
  })
})

describe('with scripts', () => {
  test('the chosen language holds for every block of every page', async () => {
    const { page } = await openPage()
    await page.goto(`${site.origin}/docs`)
    await page.locator('.code__tab', { hasText: 'Node' }).first().click()
    await page.goto(`${site.origin}/docs/reference/rates`)
    const chosen = await page.locator('.code__tabs input[value="Node"]:checked').count()
    expect([chosen > 0, chosen]).toEqual([true, await page.locator('.code__tabs input[value="Node"]').count()])
  })

  test('a button copies the code that its block shows, and a path', async () => {
    const { page } = await openPage({ permissions: ['clipboard-read', 'clipboard-write'] })
    const copied = () => page.evaluate('navigator.clipboard.readText()')
    await page.goto(`${site.origin}/docs/reference/rates`)
    await page.locator('.op .code__tab', { hasText: 'Python' }).first().click()
    await page.locator('.op .code [data-copy]').first().click()
    await expect.poll(copied).toMatch(/^import os\n/)
    await page.locator('.endpoint [data-copy]').first().click()
    await expect.poll(copied).toBe('/api/rates')
  })

  test('the search is used with the keyboard alone, and leads to a member of an object', async () => {
    const { page, troubles } = await openPage()
    await page.goto(`${site.origin}/docs`)
    await page.keyboard.press('/')
    await page.keyboard.type('amount_due')
    await page.locator('.found a').first().waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/reference\/payments#\w+\.amount_due$/)
    expect(troubles).toEqual([])
  })

  test('the table of error codes is filtered, and says how many are left', async () => {
    const { page } = await openPage()
    await page.goto(`${site.origin}/docs/errors`)
    await page.locator('[data-filter] input').fill('idempotency key')
    expect(await page.locator('#codes-table tbody tr:visible').count()).toBeGreaterThan(1)
    expect(await page.locator('[data-filter] output').textContent()).toMatch(/^\d of \d+ codes$/)
    await page.locator('[data-filter] input').fill('no such code')
    expect(await page.locator('.filter__none').isVisible()).toBe(true)
  })

  test('the theme is changed by its button, and kept', async () => {
    const { page } = await openPage({ colorScheme: 'light' })
    const scheme = () => page.evaluate('getComputedStyle(document.documentElement).colorScheme')
    await page.goto(`${site.origin}/docs`)
    await page.getByRole('button', { name: 'Use the dark theme' }).click()
    await page.goto(`${site.origin}/docs/plans`)
    expect(await scheme()).toBe('dark')
  })
})
