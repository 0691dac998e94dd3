import { messageOf } from '@gateway/domain/kernel/error'
import { serveMetrics } from '@gateway/metrics-server/serve-metrics'
import { createProcessMetrics } from '@gateway/operations/observability/metrics/process-metrics'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { readConfig } from './config.ts'
import { type Deps, openDeps } from './deps.ts'
import { observeRequests } from './metrics/http-metrics.ts'
import { createApiServer } from './server.ts'

const WORKFLOWS_MS = 1_000
const CLOSING_MS = 25_000
const SWEEP_MS = 50

try {
  await serve()
} catch (error) {
  // One line for the operator; the supervisor restarts the process.
  process.stderr.write(`${messageOf(error)}\n`)
  process.exit(1)
}

/** Serves until a stop signal. */
async function serve(): Promise<void> {
  const config = readConfig()
  const { registry, watchPool, watchSweeps } = createProcessMetrics()
  const deps = await openDeps(config, watchPool)
  watchSweeps(deps.api.orm)
  const askWorkflows = () => deps.temporal.withDeadline(Date.now() + WORKFLOWS_MS, () => deps.temporal.workflowService.getSystemInfo({}))
  const server = createApiServer(deps.api, askWorkflows, {
    observe: observeRequests(registry),
    startFolder: config.START_PAGE_FOLDER,
    portalFolder: config.PORTAL_FOLDER,
  })
  await serveMetrics(config, registry)
  server.listen(config.PORT, config.HOST)
  await once(server, 'listening')
  deps.api.log.info({ port: portOf(server) }, 'api started')
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop({ server, deps, signal }))
}

/** Shutdown in reverse order: no new requests, pending ones finish, then the connections behind them close. */
async function stop(running: { server: Server; deps: Deps; signal: string }): Promise<void> {
  const { server: listening, deps: opened, signal } = running
  opened.api.log.info({ signal }, 'api shutdown started')
  const hurry = setTimeout(() => {
    // Some client did not get its complete answer.
    process.exitCode = 1
    listening.closeAllConnections()
  }, CLOSING_MS)
  const closed = once(listening, 'close')
  listening.close()
  opened.api.streams.close()
  // A connection with an unfinished answer is not idle; once it is, only this sweep closes it early.
  const sweep = setInterval(() => listening.closeIdleConnections(), SWEEP_MS)
  await closed
  clearInterval(sweep)
  clearTimeout(hurry)
  await opened.close()
  // Pending work is optional: messages that the relay delivers too, and usage times of keys.
  process.exit()
}

function portOf(listening: Server): number {
  const address = listening.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
