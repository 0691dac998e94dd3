import { startChild } from '@gateway/devnet/child'
import { freePort } from '@gateway/devnet/port'
import type { Running } from '@gateway/devnet/running'
import { openSecrets } from '@gateway/scripts/stack/secrets'
import { noLimits } from '../../support/no-limits.ts'
import { apiSettings, type Surroundings } from '@gateway/scripts/stack/settings'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { cpuMs } from '../cpu-time.ts'
import { type BenchDatabase, openDatabase } from '../database.ts'
import { median, quantile, shownMs } from '../numbers.ts'
import type { Bench } from '../section.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { fillPool } from './fill-pool.ts'
import { fire, type Shot, type Volley } from './load.ts'
import type { PinningOrders } from './pinning-signer.ts'
import { freeUsage, openShops } from './shops.ts'

const ROUNDS = 5
// Enough to keep the processors busy: a creation waits for the disk and for the signer, and with few connections the waits would be measured.
const VOLLEY = { connections: 64, ms: 2_500 }
const WARM_UP = { connections: 64, ms: 1_500 }
const SHOPS = 16
const POOL_ADDRESSES = 20_000
const POOL_SIZE = 10
const ENTROPY_BYTES = 32

const root = join(import.meta.dirname, '../../..')
const FACTORY = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const PLATFORM = {
  BTC: 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry',
  ETH: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
}

/** Creation of payments against the least that a route with a database can do, on one machine and one Postgres, taking turns. */
export const creation: Bench = (log) =>
  inTemporaryFolder(async (folder) => {
    const database = await openDatabase(folder)
    const servers: Running[] = []
    try {
      await database.sql.query('CREATE TABLE bare (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, content jsonb NOT NULL)')
      await database.sql.query(CURSORS)
      const [barePort, apiPort] = [await freePort(), await freePort()]
      const bare = await startBare(database, { folder, port: barePort, log })
      servers.push(bare)
      const { api, signer } = await startApi(database, { folder, port: apiPort, log })
      servers.push(api, ...(signer ? [signer] : []))
      const keys = await openShops(`http://127.0.0.1:${apiPort}`, database.sql, SHOPS)
      const [oneShop] = keys
      const create = (blockchain: string, by: readonly string[]): Lane => ({
        server: api.pid,
        shots: by.map((key) => ({
          port: apiPort,
          path: '/api/payments/create',
          key,
          body: JSON.stringify({ amount: 25, currency: 'USD', blockchain }),
        })),
      })
      const lanes: Readonly<Record<string, Lane>> = {
        'bare route, one INSERT': {
          server: bare.pid,
          shots: [{ port: barePort, path: '/rows', body: JSON.stringify({ amount: 25, currency: 'USD' }) }],
        },
        'USDC_ETH, 16 shops': create('USDC_ETH', keys),
        'ETH, 16 shops': create('ETH', keys),
        'BTC, 16 shops': create('BTC', keys),
        'USDC_ETH, all from one shop': create('USDC_ETH', oneShop === undefined ? [] : [oneShop]),
      }
      const volleys = await takeTurns(lanes, { database, signer: signer?.pid, log })
      return [sectionOf(volleys)]
    } finally {
      for (const server of servers) await server.stop()
      await database.stop()
    }
  })

/** Requests to one server, by its process. */
interface Lane {
  readonly server: number
  readonly shots: readonly Shot[]
}

/** A volley, and the processor time each of its requests took. */
interface Measured extends Volley {
  readonly serverMs: number
  readonly postgresMs: number
  readonly signerMs: number
  /** What asking took: whoever asks shares the machine. */
  readonly askerMs: number
}

async function takeTurns(
  lanes: Readonly<Record<string, Lane>>,
  { database, signer, log }: { database: BenchDatabase; signer: number | undefined; log: (line: string) => void },
) {
  const volleys = new Map<string, Measured[]>(Object.keys(lanes).map((name) => [name, []]))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, lane] of Object.entries(lanes)) {
      await freeUsage(database.sql)
      const measured = await measure(lane, { postgres: database.pid, signer, pace: round === 0 ? WARM_UP : VOLLEY })
      log(`creation: ${round === 0 ? 'warm-up' : `round ${round}`}, ${name}: ${measured.perSecond.toFixed(0)}/s`)
      if (round > 0) volleys.get(name)?.push(measured)
    }
    // As autovacuum does within a minute: until then plans are those of empty tables, which are read whole.
    if (round === 0) await database.sql.query('ANALYZE')
  }
  return volleys
}

/** Without the children, which are the servers that are measured. */
function ownMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

async function measure(
  { server, shots }: Lane,
  { postgres, signer, pace }: { postgres: number; signer: number | undefined; pace: typeof VOLLEY },
): Promise<Measured> {
  const used = () => [...[server, postgres, signer].map((pid) => (pid === undefined ? 0 : cpuMs(pid))), ownMs()]
  const before = used()
  const volley = await fire(shots, pace)
  const [serverMs = 0, postgresMs = 0, signerMs = 0, askerMs = 0] = used().map(
    (ms, place) => (ms - (before[place] ?? 0)) / volley.latencies.length,
  )
  return { ...volley, serverMs, postgresMs, signerMs, askerMs }
}

function sectionOf(volleys: ReadonlyMap<string, readonly Measured[]>) {
  const [bare = []] = [...volleys.values()]
  const of = (rounds: readonly Measured[], read: (measured: Measured) => number): number => median(rounds.map(read))
  const cpuOf = (rounds: readonly Measured[]): number =>
    of(rounds, ({ serverMs, postgresMs, signerMs }) => serverMs + postgresMs + signerMs)
  const rows = [...volleys].map(([name, rounds]) => {
    const latencies = rounds.flatMap((volley) => volley.latencies)
    return [
      name,
      of(rounds, ({ perSecond }) => perSecond).toFixed(0),
      `${(of(rounds, ({ perSecond }) => perSecond) / of(bare, ({ perSecond }) => perSecond)).toFixed(2)} ×`,
      shownMs(median(latencies)),
      shownMs(quantile(latencies, 0.95)),
      `${of(rounds, ({ serverMs }) => serverMs).toFixed(2)} ms`,
      `${of(rounds, ({ postgresMs }) => postgresMs).toFixed(2)} ms`,
      `${of(rounds, ({ signerMs }) => signerMs).toFixed(2)} ms`,
      `${of(rounds, ({ askerMs }) => askerMs).toFixed(2)} ms`,
      `${(cpuOf(bare) / cpuOf(rounds)).toFixed(2)} ×`,
    ]
  })
  return {
    title: 'Creating payments',
    intro:
      `\`POST /payments/create\` against a bare Express 5 route with one INSERT, on the same Postgres in the same run, taking turns in ${ROUNDS} rounds; ` +
      `${VOLLEY.connections} connections, medians. Every creation authenticates its key, counts against its plan and waits for the signer’s pin; every shop ` +
      "has a webhook. Aim: at least 0.5 × of the bare route's requests per second. Whoever asks, both servers, Postgres and the signer share the machine, " +
      'and asking takes from the bare route too; the ratio of CPU is of server, Postgres and signer together, which other work disturbs least.',
    head: ['route', 'per second', 'ratio', 'p50', 'p95', 'server CPU', 'Postgres CPU', 'signer CPU', 'asking CPU', 'ratio of CPU'],
    rows,
  }
}

/** Both chains, read up to their first block, with what block space costs. */
export const CURSORS = `INSERT INTO chain_cursor (chain, network, height, hash, head_height, fees, fees_at, updated_at) VALUES
  ('BTC', 'regtest', 1, 'a', 1, '{"family":"utxo","milliSatsPerVbyte":"2000"}', now(), now()),
  ('ETH', '31337', 1, 'b', 1, '{"family":"account","baseFeeWei":"1000000000","priorityFeeWei":"1000000"}', now(), now())`

interface Place {
  readonly folder: string
  readonly port: number
  readonly log: (line: string) => void
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  )

function startBare(database: BenchDatabase, place: Place): Promise<Running> {
  const folder = join(place.folder, 'bare')
  mkdirSync(folder)
  return startChild({
    name: 'bare',
    folder,
    command: process.execPath,
    args: [join(import.meta.dirname, 'bare-server.ts'), database.url, String(place.port), String(POOL_SIZE), folder],
    isReady: () => answers(`http://127.0.0.1:${place.port}/`),
    log: place.log,
  })
}

const SETTINGS: PinningOrders['settings'] = {
  CHAINS: ['BTC', 'ETH'],
  BTC_NETWORK: 'regtest',
  ETH_CHAIN_ID: 31_337,
  ETH_DEPOSIT_FACTORY: FACTORY,
  ETH_USDC_ADDRESS: USDC,
}

/** As production runs it, with no Temporal and no node within reach: creation needs neither. `--no-signer` leaves out the one that pins. */
async function startApi(database: BenchDatabase, place: Place): Promise<{ api: Running; signer: Running | undefined }> {
  const folder = join(place.folder, 'api')
  mkdirSync(folder)
  const around: Surroundings = {
    databaseUrl: database.url,
    temporalAddress: '127.0.0.1:9',
    temporalNamespace: 'default',
    bitcoinRpc: '',
    ethereumRpc: '',
    ethereumChainId: SETTINGS.ETH_CHAIN_ID ?? 0,
    contracts: { factory: FACTORY, usdc: USDC },
    platformAddresses: PLATFORM,
    dataDir: folder,
    secrets: openSecrets(folder),
    pollMs: 1_000,
    rateLimits: noLimits,
  }
  const { deploymentId } = around.secrets
  const entropy = randomBytes(ENTROPY_BYTES)
  const poolPublicKey = await fillPool(database.orm, { entropy, deploymentId, settings: SETTINGS, count: POOL_ADDRESSES })
  const orders = { databaseUrl: database.url, entropy: entropy.toString('hex'), deploymentId, settings: SETTINGS, platform: PLATFORM }
  const signer = process.argv.includes('--no-signer') ? undefined : await startSigner(orders, place)
  const api = await startChild({
    name: 'api',
    folder,
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', ...profiling(), join(root, 'apps/api/src/main.ts'), folder],
    env: {
      ...apiSettings(around, { port: place.port, custody: { poolPublicKey, relayerAddresses: {} } }),
      DATABASE_POOL: String(POOL_SIZE),
    },
    isReady: () => answers(`http://127.0.0.1:${place.port}/health/live`),
    log: place.log,
  })
  return { api, signer }
}

function startSigner(orders: PinningOrders, place: Place): Promise<Running> {
  const folder = join(place.folder, 'signer')
  mkdirSync(folder)
  return startChild({
    name: 'signer',
    folder,
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'pinning-signer.ts'), JSON.stringify(orders), folder],
    isReady: async () => true,
    log: place.log,
  })
}

/** `--profile` on the command line of the bench writes a CPU profile of the api into the current folder. */
const profiling = (): string[] => (process.argv.includes('--profile') ? ['--cpu-prof', `--cpu-prof-dir=${process.cwd()}`] : [])
