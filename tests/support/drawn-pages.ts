import { pageHeaders } from '@gateway/api/pages/page-headers'
import { pageAssets } from '@gateway/pages/assets'
import { standalonePolicy } from '@gateway/pages/errors/standalone-pages'
import type { BrowserContext, Page } from 'playwright-core'

/** Where drawn pages are shown: a secure origin that no server listens on. */
export const DRAWN_ORIGIN = 'https://gateway.test'
const PATH = '/page'
/** The nonce of drawn pages. */
export const DRAWN_NONCE = 'ZHJhd25wYWdl'

/** Shows pages without a gateway, under the headers of the API and with its assets. */
export interface DrawnPages {
  /** Shows a page at a path and waits until its styles, fonts and scripts are there. */
  show(page: Page, html: string, path?: string): Promise<void>
  /** What a further request for the page gets from now on. */
  put(html: string, path?: string): void
  /** Addresses that were asked for and that no drawn page has. */
  readonly unknown: readonly string[]
}

/** Answers every request of a browser context by itself: pages that were drawn, their assets, and 404 for all others. */
export async function drawnPages(context: BrowserContext): Promise<DrawnPages> {
  const pages = new Map<string, string>()
  const unknown: string[] = []
  const assets = new Map(pageAssets.map((asset) => [`/assets/${asset.file}`, asset]))
  await context.route('**/*', async (route) => {
    const { origin, pathname } = new URL(route.request().url())
    const asset = assets.get(pathname)
    const html = pages.get(pathname)
    if (origin === DRAWN_ORIGIN && asset) return route.fulfill({ body: asset.content, contentType: asset.type })
    if (origin === DRAWN_ORIGIN && html !== undefined)
      return route.fulfill({ body: html, contentType: 'text/html; charset=utf-8', headers: headersOf(html) })
    // The stream of a payment on which nothing ever happens.
    if (pathname.endsWith('/events')) return undefined
    unknown.push(route.request().url())
    return route.fulfill({ status: 404, body: '' })
  })
  return {
    unknown,
    put: (html, path = PATH) => void pages.set(path, html),
    show: async (page, html, path = PATH) => {
      pages.set(new URL(path, DRAWN_ORIGIN).pathname, html)
      await page.goto(`${DRAWN_ORIGIN}${path}`)
      await page.evaluate('document.fonts.ready')
    },
  }
}

/** Only pages that load nothing have their style inside. */
const headersOf = (html: string): Readonly<Record<string, string>> =>
  html.includes('<style>') ? { 'Content-Security-Policy': standalonePolicy } : pageHeaders(DRAWN_NONCE)
