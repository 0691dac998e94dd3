import { join } from 'node:path'
import { startChild } from '../processes/child.ts'
import { prepareServer } from '../processes/prepare-server.ts'
import { type Log, type Running, silent } from '../processes/running.ts'

/** Options of Stripe's own mock. */
export type StripeMockOptions = {
  readonly dataDir: string
  readonly port?: number | undefined
  readonly log?: Log | undefined
}

/** A running mock: it knows the names and types of all parameters, and remembers nothing. */
export type RunningStripeMock = Running & { readonly url: string }

const NAME = 'stripe-mock'

/**
 * Starts Stripe's mock on loopback; it needs no network. Its TLS listener, which it would open on every interface, is a socket in its folder.
 * @throws {Error} as `startChild` and `prepareServer` do.
 */
export async function startStripeMock(options: StripeMockOptions): Promise<RunningStripeMock> {
  const { log = silent } = options
  const { folder, command, port } = await prepareServer(NAME, { ...options, log })
  const url = `http://127.0.0.1:${port}`
  const args = ['-http-addr', `127.0.0.1:${port}`, '-https-unix', join(folder, 'tls.sock')]
  // It answers 401 without a key.
  const isReady = async () => (await fetch(url)).status === 401
  return { ...(await startChild({ name: NAME, folder, command, args, isReady, log })), url }
}
