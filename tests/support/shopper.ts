import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import jsqr from 'jsqr'

/** A shopper's browser window, and everything in it that must not happen. */
export interface Shopper {
  readonly page: Page
  /** Scripts that failed or ran uninvited, breaches of the Content-Security-Policy, and requests that left the page's origin. */
  readonly trouble: string[]
  /** What a screen reader heard, in order. */
  heard(): Promise<string[]>
  /** True while the document is the one that was opened first. */
  isSameDocument(): Promise<boolean>
  readonly close: () => Promise<void>
}

const PHONE = { width: 390, height: 844 }
const PATIENCE_MS = 120_000

/** Runs in every document before its own scripts. A text, because the test runner would transform a function before the browser gets it. */
export const WATCH = `
  window.heard = []
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
    reportError(new Error('CSP ' + violatedDirective + ' ' + blockedURI + ' ' + sample)))
  document.addEventListener('DOMContentLoaded', () => {
    const live = document.getElementById('live')
    if (live) new MutationObserver(() => live.textContent && window.heard.push(live.textContent)).observe(live, { childList: true, characterData: true, subtree: true })
  })
`

/** Opens an address in a window of its own, as a phone by default. */
export async function openShopper(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Shopper> {
  const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor: 2, reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(PATIENCE_MS)
  if (options.javaScriptEnabled !== false) await context.addInitScript(WATCH)
  const page = await context.newPage()
  const trouble = watchTrouble(page, new URL(url).origin)
  await page.goto(url)
  if (options.javaScriptEnabled !== false) await page.evaluate('window.isFirst = true')
  return {
    page,
    trouble,
    heard: () => page.evaluate<string[]>('window.heard'),
    isSameDocument: () => page.evaluate<boolean>('window.isFirst === true'),
    close: () => context.close(),
  }
}

/** Collects what must not happen in a page. Connections that break are no trouble: the gateway may be restarted. */
export function watchTrouble(page: Page, origin: string): string[] {
  const trouble: string[] = []
  page.on('pageerror', (error) => trouble.push(String(error)))
  page.on('dialog', (dialog) => {
    trouble.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (/CSP|Content Security|Trusted/.test(message.text())) trouble.push(message.text())
  })
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url())
    if (protocol !== 'data:' && asked !== origin) trouble.push(`a request to ${request.url()}`)
  })
  return trouble
}

interface Picture {
  readonly width: number
  readonly height: number
  /** RGBA, in base64. */
  readonly pixels: string
}

/** Decodes the picture of an element, as a camera pointed at the screen would. */
export async function scanShown(browser: Browser, page: Page, selector: string): Promise<string> {
  // As a shopper would: away from the bar that sticks to the end of a phone's screen.
  await page.evaluate(`document.querySelector('${selector}').scrollIntoView({ block: 'center' })`)
  const png = (await page.locator(selector).screenshot()).toString('base64')
  const blank = await browser.newPage()
  const { width, height, pixels } = await blank.evaluate<Picture>(`(${READ_PIXELS})('${png}')`)
  await blank.close()
  return jsqr.default(Uint8ClampedArray.from(Buffer.from(pixels, 'base64')), width, height)?.data ?? 'unreadable'
}

const READ_PIXELS = `async (png) => {
  const bitmap = await createImageBitmap(await (await fetch('data:image/png;base64,' + png)).blob())
  const { width, height } = bitmap
  const drawing = new OffscreenCanvas(width, height).getContext('2d')
  drawing.drawImage(bitmap, 0, 0)
  return { width, height, pixels: new Uint8Array(drawing.getImageData(0, 0, width, height).data.buffer).toBase64() }
}`
