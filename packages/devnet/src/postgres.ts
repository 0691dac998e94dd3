import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type ChildPlan, startChild, takeFolder } from './processes/child.ts'
import { openFolder } from './processes/open-folder.ts'
import { choosePort } from './processes/port.ts'
import { findProcess, worksIn } from './processes/process-table.ts'
import { resolveBinary } from './downloads/resolve.ts'
import { type Log, type Running, silent } from './processes/running.ts'
import { unprivilegedUser } from './processes/unprivileged.ts'
import { waitFor } from './wait.ts'

/** Options of Postgres. */
export type PostgresOptions = {
  /** Contains the cluster, its port and its log; the same folder continues the same database. */
  readonly dataDir: string
  readonly port?: number | undefined
  /** False: commits do not wait for the disk, and a power failure loses the cluster. For tests. Default true. */
  readonly durable?: boolean | undefined
  /** Default 300. */
  readonly maxConnections?: number | undefined
  readonly log?: Log | undefined
}

/** A running Postgres; `url` opens its maintenance database `postgres` as superuser, without a password, from this machine only. */
export type RunningPostgres = Running & { readonly url: string; readonly port: number }

const NAME = 'postgres'
const MAJOR = '18'
/** "Fast shutdown": open transactions are rolled back, and no recovery is needed (PostgreSQL documentation, 18.5). */
const STOP_SIGNAL = 'SIGINT'

/** The folder contains the cluster of another major version of Postgres, which this one cannot read. */
export class OtherPostgres extends Error {
  override readonly name = 'OtherPostgres'
  constructor(cluster: string, major: string) {
    super(`${cluster} was made by Postgres ${major}, and this is Postgres ${MAJOR}: choose another folder or start afresh`)
  }
}

const run = promisify(execFile)

/**
 * Starts Postgres 18 on loopback, as user nobody under root, which Postgres refuses to run as.
 * @throws {OtherPostgres} when the folder contains a cluster of another major version, or as `startChild` and `resolveBinary` do.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const { log = silent } = options
  const folder = openFolder(options.dataDir)
  const { path } = await resolveBinary(NAME, { log })
  const programs = dirname(realpathSync(path))
  await takeFolder({ name: NAME, folder, stopSignal: STOP_SIGNAL, log })
  const cluster = await ensureCluster(folder, programs)
  forgetDeadPostmaster(cluster)
  const port = await choosePort({ folder, name: NAME, port: options.port })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const running = await startPatiently({
    name: NAME,
    folder,
    command: join(programs, 'postgres'),
    args: ['-D', cluster, '-p', String(port), ...settings(options)],
    isReady: () => answers(url),
    stopSignal: STOP_SIGNAL,
    user: unprivilegedUser(),
    log,
  })
  return { ...running, url, port }
}

/** After a kill -9 of the postmaster its children end by themselves at their next pause; until then Postgres refuses to start. */
function startPatiently(plan: ChildPlan): Promise<Running> {
  return waitFor('the killed Postgres’ children to end', () => startChild(plan).catch(whenHeld), { everyMs: 200 })
}

function whenHeld(error: unknown): undefined {
  if (error instanceof Error && error.message.includes('pre-existing shared memory block')) return undefined
  throw error
}

function settings({ durable = true, maxConnections = 300 }: PostgresOptions): string[] {
  const network = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `max_connections=${maxConnections}`]
  const careless = durable
    ? []
    : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off', 'wal_level=minimal', 'max_wal_senders=0']
  return [...network, ...careless].flatMap((setting) => ['-c', setting])
}

/** Created under another name and renamed, so that an interrupted start does not leave half a cluster. */
async function ensureCluster(folder: string, programs: string): Promise<string> {
  const cluster = join(folder, 'cluster')
  if (existsSync(cluster)) return requireMajor(cluster)
  const fresh = `${cluster}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { mode: 0o700 })
  const user = unprivilegedUser()
  if (user) chownSync(fresh, user.uid, user.gid)
  const kind = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync', '--no-instructions']
  await run(join(programs, 'initdb'), ['-D', fresh, ...kind], { ...user, cwd: '/' })
  renameSync(fresh, cluster)
  return cluster
}

function requireMajor(cluster: string): string {
  const major = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (major === MAJOR) return cluster
  throw new OtherPostgres(cluster, major)
}

/** A kill -9 leaves Postgres' own pid file; if another process of the same user has that pid by now, Postgres would not start. */
function forgetDeadPostmaster(cluster: string): void {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  const entry = findProcess(Number(readFileSync(file, 'utf8').split('\n')[0]))
  if (!entry || !worksIn(entry, cluster)) rmSync(file, { force: true })
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined) // A server that stops during a query also emits an error; the failed query reports it already.
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } finally {
    await client.end().catch(() => undefined)
  }
}
