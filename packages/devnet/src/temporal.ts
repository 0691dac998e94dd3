import { join } from 'node:path'
import { startChild } from './processes/child.ts'
import { choosePort } from './processes/port.ts'
import { prepareServer } from './processes/prepare-server.ts'
import { type Log, type Running, silent } from './processes/running.ts'

/** Search attributes by name with their Temporal type. */
export type SearchAttributes = Readonly<Record<string, 'Bool' | 'Datetime' | 'Double' | 'Int' | 'Keyword' | 'KeywordList' | 'Text'>>

/** Options of Temporal. */
export type TemporalOptions = {
  /** Contains the server's SQLite file, ports and log; the same folder continues the same workflows. */
  readonly dataDir: string
  readonly port?: number | undefined
  readonly uiPort?: number | undefined
  /** Search attributes of the namespace `default`. */
  readonly searchAttributes?: SearchAttributes | undefined
  readonly log?: Log | undefined
}

/** A running Temporal server. */
export type RunningTemporal = Running & {
  /** `host:port` of the gRPC frontend. */
  readonly address: string
  /** URL of the web interface. */
  readonly ui: string
  /** URL of the frontend's HTTP interface. */
  readonly http: string
  /** Path of the CLI that runs it. */
  readonly cli: string
}

const NAME = 'temporal'

/**
 * Starts the Temporal development server on loopback and resolves once its frontend serves the namespace `default`.
 * SQLite with a write-ahead log keeps the state: a kill -9 loses only the last instants, which workflows repeat.
 * @throws {Error} as `startChild` and `prepareServer` do.
 */
export async function startTemporal(options: TemporalOptions): Promise<RunningTemporal> {
  const { log = silent } = options
  const { folder, command: cli, port } = await prepareServer(NAME, { ...options, log })
  const uiPort = await choosePort({ folder, name: 'temporal-ui', port: options.uiPort })
  const httpPort = await choosePort({ folder, name: 'temporal-http' })
  const metricsPort = await choosePort({ folder, name: 'temporal-metrics' })
  const http = `http://127.0.0.1:${httpPort}`
  const args = [...network({ port, uiPort, httpPort, metricsPort }), ...storage(folder), ...attributes(options.searchAttributes)]
  const running = await startChild({ name: NAME, folder, command: cli, args, isReady: () => isServing(http, 'default'), log })
  return { ...running, address: `127.0.0.1:${port}`, ui: `http://127.0.0.1:${uiPort}`, http, cli }
}

/**
 * True when a namespace is usable: the frontend, the history service and the matching service each know it.
 * Each service reads the list of namespaces separately, so the frontend alone may answer too early. A nonexistent workflow is looked up in
 * history; the answer "workflow not found" differs from "namespace not found".
 */
export async function isServing(http: string, namespace: string): Promise<boolean> {
  const base = `${http}/api/v1/namespaces/${namespace}`
  const workflow = await (await fetch(`${base}/workflows/none`)).text()
  if (!workflow.includes('workflow not found')) return false
  return (await fetch(`${base}/task-queues/none`)).ok
}

function network(ports: { port: number; uiPort: number; httpPort: number; metricsPort: number }): string[] {
  const { port, uiPort, httpPort, metricsPort } = ports
  // By default the CLI reads settings of the developer's cloud account, and the web interface fetches a news feed.
  const alone = ['--disable-config-file', '--disable-config-env', '--ui-disable-news-fetch']
  const start = ['server', 'start-dev', '--ip', '127.0.0.1', '--log-level', 'warn', ...alone]
  const numbers = { port, 'ui-port': uiPort, 'http-port': httpPort, 'metrics-port': metricsPort }
  return [...start, ...Object.entries(numbers).flatMap(([flag, number]) => [`--${flag}`, String(number)])]
}

function storage(folder: string): string[] {
  const pragmas = ['journal_mode=WAL', 'synchronous=NORMAL']
  return ['--db-filename', join(folder, 'temporal.db'), ...pragmas.flatMap((pragma) => ['--sqlite-pragma', pragma])]
}

function attributes(wanted: SearchAttributes = {}): string[] {
  return Object.entries(wanted).flatMap(([name, type]) => ['--search-attribute', `${name}=${type}`])
}
