import { escrowPage } from '@gateway/pages/escrows/escrow-page'
import { type SampleEscrow, sampleEscrows } from '@gateway/pages/escrows/test-escrows'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW } from '../screens/portal/answers.ts'
import { common, scenes } from '../screens/portal/scenes.ts'
import { servePortal, type ServedPortal } from '../screens/portal/serve-portal.ts'
import { findBrokenFigures, hasFigures } from '../support/broken-figures.ts'
import { startBrowser } from '../support/browser.ts'
import { builtPortal } from '../support/built-portal.ts'
import { DRAWN_NONCE, DRAWN_ORIGIN, drawnPages } from '../support/drawn-pages.ts'

/** The narrowest phones in use, and the widths at which columns begin. */
const WIDTHS = [360, 640, 960] as const
const HEIGHT = 800

let browser: Browser
beforeAll(async () => void (browser = await startBrowser()))
afterAll(() => browser?.close())

/** What breaks at any of the widths. */
async function findFaults(page: Page): Promise<unknown[]> {
  const faults: unknown[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    const isWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
    const found = await findBrokenFigures(page)
    if (isWide || found.length > 0) faults.push([width, isWide, found])
  }
  return faults
}

const openPhone = (): Promise<BrowserContext> =>
  browser.newContext({ viewport: { width: WIDTHS[0], height: HEIGHT }, reducedMotion: 'reduce' })

describe('the page of an escrow in wei', () => {
  const names = ['created', 'created-partly', 'funded', 'settled', 'refunded-sent', 'release', 'refund'] as const
  const amountUnits = 1_234_567_890_123_456_789_012n

  /** The same in ether, to the last of its 18 decimals. */
  function inWei({ escrow, log, ...sample }: SampleEscrow): SampleEscrow {
    const scale = ({ depositedUnits }: typeof escrow): bigint => {
      if (depositedUnits === 0n || depositedUnits === escrow.amountUnits) return depositedUnits && amountUnits
      return depositedUnits < escrow.amountUnits ? 1n : amountUnits + 1_000_000_000_000_000_001n
    }
    return {
      ...sample,
      escrow: { ...escrow, asset: 'ETH', chain: 'ETH', amountUnits, depositedUnits: scale(escrow) },
      log: log.map((entry) => ({
        ...entry,
        details: entry.details['deposited'] ? { deposited: '1234.567890123456789012' } : entry.details,
      })),
    }
  }

  test('shows every figure whole, on one line, beside long words too', async () => {
    const context = await openPhone()
    const pages = await drawnPages(context)
    const page = await context.newPage()
    const faults: unknown[] = []
    for (const name of names)
      for (const language of ['en', 'de', 'ar'] as const) {
        await pages.show(page, escrowPage({ ...inWei(sampleEscrows[name]), language, nonce: DRAWN_NONCE }))
        const found = await findFaults(page)
        if (found.length > 0) faults.push([name, language, found])
      }
    expect(faults).toEqual([])
    await context.close()
  })
})

describe('the portal in wei', () => {
  let context: BrowserContext
  let served: ServedPortal
  beforeAll(async () => {
    context = await openPhone()
    served = await servePortal(context, await builtPortal())
  })
  afterAll(() => context?.close())

  test.each(['escrows', 'escrow-settled', 'payment-long'])('shows every figure whole, on one line: %s', async (name) => {
    const { path, told } = scenes[name] ?? { path: '' }
    served.tell({ ...common, ...told })
    const page = await context.newPage()
    await page.clock.install({ time: NOW })
    await page.goto(`${DRAWN_ORIGIN}/dashboard${path}`)
    await page.locator('h1').waitFor()
    await expect.poll(() => hasFigures(page)).toBe(true)
    expect(await findFaults(page)).toEqual([])
    await page.close()
  })
})
