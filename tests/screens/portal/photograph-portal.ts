import { buildPortal } from '@gateway/portal/build-portal'
import { eventually } from '@gateway/testing/wait'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { DRAWN_ORIGIN } from '../../support/drawn-pages.ts'
import { FITS } from '../../support/fits.ts'
import { NOW } from './answers.ts'
import type { Scene } from './scene.ts'
import { common, scenes } from './scenes.ts'
import { type ServedPortal, servePortal } from './serve-portal.ts'

const HEIGHT = 844
const PHONE = 390
const looks = [
  ['light', 1_280],
  ['dark', 1_280],
  ['light', PHONE],
  ['dark', PHONE],
] as const
/** Together longer than repeated questions to a server that fails, and than every animation. */
const ROUNDS = 8
const ROUND_MS = 1_000

/** Writes pictures of every page of the portal, or of those whose name contains a part; the portal is built first. */
export async function photographPortal(from: Browser, { folder, part }: { readonly folder: string; readonly part: string }): Promise<void> {
  const wanted = Object.entries(scenes).filter(([name]) => looks.some(([theme, width]) => titleOf(name, theme, width).includes(part)))
  if (wanted.length === 0) return
  const built = mkdtempSync(join(tmpdir(), 'portal-'))
  const context = await from.newContext({ reducedMotion: 'reduce', timezoneId: 'Europe/Vienna', locale: 'en-GB' })
  try {
    const served = await servePortal(context, await buildPortal(built))
    for (const [name, scene] of wanted) {
      served.tell({ ...common, ...scene.told })
      const page = await context.newPage()
      await play(page, { served, scene }).catch((cause: unknown) => {
        throw new Error(`The scene ${name} cannot be played`, { cause })
      })
      const isOver = (await page.locator('[role=dialog], [role=menu]').count()) > 0
      for (const [theme, width] of looks.filter(([, width]) => !scene.isPhone || width === PHONE)) {
        await look(page, theme, width)
        await page.screenshot({ path: join(folder, `${titleOf(name, theme, width)}.png`), fullPage: !isOver })
      }
      await page.close()
    }
  } finally {
    await context.close()
    rmSync(built, { recursive: true })
  }
}

const titleOf = (name: string, theme: string, width: number): string => `portal-${name}.${theme}-${width}`

/** Opens the page, does what the scene does, and lets time pass until nothing moves any more. */
async function play(page: Page, { served, scene: { path, act, isPhone } }: { served: ServedPortal; scene: Scene }): Promise<void> {
  page.setDefaultTimeout(10_000)
  await page.setViewportSize({ width: isPhone ? PHONE : looks[0][1], height: HEIGHT })
  await page.clock.install({ time: NOW })
  await page.goto(`${DRAWN_ORIGIN}/dashboard${path}`)
  await page.locator('main').waitFor()
  await act?.(page)
  for (let round = 0; round < ROUNDS; round += 1) {
    await served.idle()
    await page.clock.runFor(ROUND_MS)
  }
  await page.evaluate('document.fonts.ready')
}

/** Waits until everything has taken its new width and fits. */
async function look(page: Page, theme: 'light' | 'dark', width: number): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.setViewportSize({ width, height: HEIGHT })
  await page.clock.runFor(ROUND_MS)
  await eventually('the page to fit', () => page.evaluate<boolean>(FITS))
}
