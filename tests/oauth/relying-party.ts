import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'

/** A website that sends its users to sign in, and hears where they come back. */
export interface RelyingParty {
  /** Where users come back. */
  readonly callback: string
  /** Opens an address in a browser. @returns the address by which it came back, once it has. */
  awaitReturn(page: Page, act: () => Promise<unknown>): Promise<URL>
  close(): Promise<void>
}

/** Starts a website on loopback that answers a sentence to everything. */
export async function startRelyingParty(): Promise<RelyingParty> {
  const server = createServer((_request, response) => response.setHeader('Content-Type', 'text/plain').end('Welcome back'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    callback: `${origin}/callback`,
    async awaitReturn(page, act) {
      const back = page.waitForURL((url) => url.origin === origin)
      await act()
      await back
      return new URL(page.url())
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
