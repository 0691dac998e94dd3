import { once } from 'node:events'
import type { Server } from 'node:http'
import { readConfig } from './config.ts'
import { type Deps, openDeps } from './deps.ts'
import { createApiServer } from './server.ts'

const WORKFLOWS_MS = 1_000
const CLOSING_MS = 25_000

const config = readConfig()
const deps = await openDeps(config)
const server = createApiServer(deps.api, () =>
  deps.temporal.withDeadline(Date.now() + WORKFLOWS_MS, () => deps.temporal.workflowService.getSystemInfo({})),
)
server.listen(config.PORT, config.HOST)
await once(server, 'listening')
deps.api.log.info({ port: portOf(server) }, 'the api listens')

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop({ server, deps, signal }))

/** The reverse of the start: no new requests, those under way finish, then the connections behind them close. */
async function stop(running: { server: Server; deps: Deps; signal: string }): Promise<void> {
  const { server: listening, deps: opened, signal } = running
  opened.api.log.info({ signal }, 'the api stops')
  const hurry = setTimeout(() => listening.closeAllConnections(), CLOSING_MS)
  const closed = once(listening, 'close')
  listening.close()
  listening.closeIdleConnections()
  await closed
  clearTimeout(hurry)
  await opened.close()
}

function portOf(listening: Server): number {
  const address = listening.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
