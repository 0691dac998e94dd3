import type { startBrowser } from '@gateway/tests/support/browser'

/** How long a page took to open, in milliseconds. */
export interface Opening {
  /** From the request to the first byte of the page. */
  readonly firstByteMs: number
  /** From the first byte until the page can be used. */
  readonly usableMs: number
}

/** A window of a phone. */
export interface Phone {
  opens(this: void, url: string): Promise<Opening>
  close(this: void): Promise<void>
}

/** Opens a phone; without `keepsFiles` each of its visits is a first one, which finds nothing in a cache. */
export async function openPhone(
  browser: Awaited<ReturnType<typeof startBrowser>>,
  { keepsFiles }: { keepsFiles: boolean },
): Promise<Phone> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: !keepsFiles })
  return {
    opens: async (url) => {
      const answer = await page.goto(url)
      if (!answer?.ok()) throw new Error(`${url} answered ${answer?.status()}`)
      return page.evaluate<Opening>(READ_TIMES)
    },
    close: () => context.close(),
  }
}

/**
 * The page can be used once it is painted with its QR code, and its script has run. The first frame after the load event is the last that can add
 * anything: the browser paints nothing before the styles are there, and loads no image later. A text, because functions are changed on their way.
 */
const READ_TIMES = `new Promise((resolve) => {
  const [{ requestStart, responseStart, loadEventEnd }] = performance.getEntriesByType('navigation')
  const tell = () => {
    const painted = performance.getEntriesByType('paint').map(({ startTime }) => startTime)
    if (painted.length === 0) return requestAnimationFrame(tell)
    resolve({ firstByteMs: responseStart - requestStart, usableMs: Math.max(loadEventEnd, ...painted) - responseStart })
  }
  tell()
})`
