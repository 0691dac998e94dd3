import axe, { type AxeResults } from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDrawings } from '../screens/start-drawings.ts'
import { startBrowser } from '../support/browser.ts'
import { DRAWN_NONCE, drawnPages } from '../support/drawn-pages.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.close())

const looks = [390, 1_280].flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme })))

test.each(looks)('pages of a development gateway are accessible and fit at $width px, $theme', async ({ width, theme }) => {
  const context = await browser.newContext({ viewport: { width, height: 844 }, reducedMotion: 'reduce', bypassCSP: true })
  const drawn = await drawnPages(context)
  const page = await context.newPage()
  const found: unknown[] = []
  for (const [name, draw] of Object.entries(startDrawings)) {
    await drawn.show(page, draw({ language: 'en', theme, nonce: DRAWN_NONCE }))
    await page.evaluate(axe.source)
    // The function runs in the page, where axe is a global.
    const { violations } = (await page.evaluate('axe.run()')) as AxeResults
    found.push(...violations.map(({ id, nodes }) => ({ name, id, nodes: nodes.map(({ html }) => html) })))
    const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    if (overflow !== 0) found.push({ name, overflow })
  }
  await context.close()
  expect(found).toEqual([])
})

test('the start page copies a command exactly, and takes over a newer version of itself without a reload', async () => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const drawn = await drawnPages(context)
  const page = await context.newPage()
  const look = { language: 'en', nonce: DRAWN_NONCE } as const
  await drawn.show(page, startDrawings['start-ready']?.(look) ?? '')
  await page.click('#copy-pay')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npm run pay -- $PAYMENT')
  await page.evaluate('globalThis.isTheSameDocument = true')
  drawn.put(startDrawings['start-problem']?.(look) ?? '')
  await page.getByRole('heading', { name: 'Temporal and Bitcoin do not answer' }).waitFor()
  expect(await page.evaluate('globalThis.isTheSameDocument')).toBe(true)
  expect(await page.evaluate('document.activeElement.id')).toBe('copy-pay')
  await context.close()
})
