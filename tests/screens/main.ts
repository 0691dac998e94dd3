import type { Browser } from 'playwright-core'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startBrowser } from '../support/browser.ts'
import { DRAWN_NONCE, drawnPages } from '../support/drawn-pages.ts'
import { type Look, drawings, pathOf } from './pages.ts'
import { photographPortal } from './portal/photograph-portal.ts'

/** A way of looking at every page. */
interface Variant extends Omit<Look, 'nonce'> {
  readonly width: number
  readonly isPrint?: boolean
}

const PHONE = 390
const DESK = 1_280
const HEIGHT = 844
const variants: Readonly<Record<string, Variant>> = {
  'light-1280': { language: 'en', theme: 'light', width: DESK },
  'dark-1280': { language: 'en', theme: 'dark', width: DESK },
  'light-390': { language: 'en', theme: 'light', width: PHONE },
  'dark-390': { language: 'en', theme: 'dark', width: PHONE },
  'de-390': { language: 'de', width: PHONE },
  'de-1280': { language: 'de', width: DESK },
  'ar-390': { language: 'ar', width: PHONE },
  'ar-1280': { language: 'ar', theme: 'dark', width: DESK },
  print: { language: 'en', width: 794, isPrint: true },
}

const folder = join(import.meta.dirname, '../../.screens')
const [part = ''] = process.argv.slice(2)

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
const browser = await startBrowser()
try {
  for (const [name, variant] of Object.entries(variants)) await photograph(browser, name, variant)
  await photographPortal(browser, { folder, part })
} finally {
  await browser.close()
}

/** Writes a picture of every page, or of those whose name contains the first argument. */
async function photograph(from: Browser, name: string, { width, isPrint, ...look }: Variant): Promise<void> {
  const context = await from.newContext({ viewport: { width, height: HEIGHT }, reducedMotion: 'reduce', hasTouch: width === PHONE })
  const drawn = await drawnPages(context)
  const page = await context.newPage()
  if (isPrint) await page.emulateMedia({ media: 'print' })
  for (const [title, draw] of Object.entries(drawings)) {
    if (!`${title}.${name}`.includes(part)) continue
    await page.setViewportSize({ width, height: HEIGHT })
    await drawn.show(page, draw({ ...look, nonce: DRAWN_NONCE }), pathOf(title))
    // A bar that sticks to the end of the screen is taken where the page ends.
    await page.setViewportSize({
      width,
      height: await page.evaluate<number>('Math.max(innerHeight, document.documentElement.scrollHeight)'),
    })
    await page.screenshot({ path: join(folder, `${title}.${name}.png`), fullPage: true })
  }
  await context.close()
}
