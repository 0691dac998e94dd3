import { messageOf } from '@gateway/domain/kernel/error'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Registry } from 'prom-client'

/** The address of a process's metrics. */
interface MetricsSettings {
  readonly METRICS_PORT?: number | undefined
  readonly METRICS_BIND: string
}

/**
 * Serves a registry at `/metrics` in the Prometheus text format, on a separate listener: the public one never does. Nothing is served
 * without a port.
 * @throws {Error} when the port is taken.
 */
export async function serveMetrics(settings: MetricsSettings, registry: Registry): Promise<void> {
  const { METRICS_PORT: port, METRICS_BIND: host } = settings
  if (port === undefined) return
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => response.writeHead(500).end(messageOf(error)),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  // An open metrics connection must not delay the shutdown.
  server.unref()
}
