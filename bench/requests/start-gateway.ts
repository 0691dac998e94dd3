import { eachChain } from '@gateway/scripts/stack/each-chain'
import { startChild } from '@gateway/devnet/processes/child'
import { freePort } from '@gateway/devnet/processes/port'
import type { Running } from '@gateway/devnet/processes/running'
import { openSecrets, type Secrets } from '@gateway/scripts/stack/secrets'
import { apiSettings, type Surroundings } from '@gateway/scripts/stack/settings'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { noLimits, noThrottles } from '@gateway/tests/support/no-limits'
import type { BenchDatabase } from '../database.ts'
import { fillPool } from './fill-pool.ts'
import type { PinningOrders } from './pinning-signer.ts'

/** Connections to the database that each server has. */
const POOL_SIZE = 10
const ENTROPY_BYTES = 32

/** What an api calls itself, wherever it listens. */
export const PUBLIC_URL = 'http://127.0.0.1:4000'

const root = join(import.meta.dirname, '../..')
const FACTORY = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const CHAIN_ID = 31_337
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const PLATFORM = {
  BTC: 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry',
  ETH: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
}

const SETTINGS: PinningOrders['settings'] = {
  CHAINS: ['BTC', 'ETH'],
  chains: {
    BTC: { NETWORK: 'regtest' },
    ETH: { CHAIN_ID, DEPOSIT_FACTORY: FACTORY, USDC_ADDRESS: USDC },
  },
}

/** Cursors of both chains at their first block, with fees. */
export const CURSORS = `INSERT INTO chain_cursor (chain, network, height, hash, head_height, fees, fees_at, updated_at) VALUES
  ('BTC', 'regtest', 1, 'a', 1, '{"family":"utxo","milliSatsPerVbyte":"2000"}', now(), now()),
  ('ETH', '31337', 1, 'b', 1, '{"family":"account","baseFeeWei":"1000000000","priorityFeeWei":"1000000"}', now(), now())`

/** Where the servers of a bench run. */
export interface Place {
  readonly folder: string
  readonly log: (line: string) => void
}

/** A server with its port. */
export interface Served extends Running {
  readonly port: number
}

/** An api with the signer that pins its payments, and their secrets. */
export interface Gateway {
  readonly api: Served
  readonly signer: Running | undefined
  readonly secrets: Secrets
  /** Stops the api and starts another one in its place. */
  restartApi(): Promise<Served>
  stop(): Promise<void>
}

/**
 * Starts an api as production runs it, without Temporal and nodes: neither creation nor reading needs them.
 *
 * With `--no-signer` on the command line of the bench no signer pins; `--profile` writes a CPU profile of the api into the current folder.
 */
export async function startGateway(database: BenchDatabase, place: Place, { poolAddresses }: { poolAddresses: number }): Promise<Gateway> {
  await database.sql.query(CURSORS)
  const folder = folderOf(place, 'api')
  const secrets = openSecrets(folder)
  const entropy = randomBytes(ENTROPY_BYTES)
  const deposits = { entropy, deploymentId: secrets.deploymentId, settings: SETTINGS }
  const poolPublicKey = await fillPool(database.orm, { ...deposits, count: poolAddresses })
  const orders = { ...deposits, databaseUrl: database.url, entropy: entropy.toString('hex'), platform: PLATFORM }
  const signer = process.argv.includes('--no-signer') ? undefined : await startSigner(orders, place)
  const around = surroundings(database, { folder, secrets })
  let api = await startApi(around, { ...place, folder, poolPublicKey })
  return {
    api,
    signer,
    secrets,
    restartApi: async () => {
      await api.stop()
      return (api = await startApi(around, { ...place, folder, poolPublicKey }))
    },
    stop: async () => {
      await api.stop()
      await signer?.stop()
    },
  }
}

const surroundings = (database: BenchDatabase, { folder, secrets }: { folder: string; secrets: Secrets }): Surroundings => ({
  databaseUrl: database.url,
  temporalAddress: '127.0.0.1:9',
  temporalNamespace: 'default',
  rpc: { BTC: '', ETH: '' },
  chains: ['BTC', 'ETH'],
  contracts: { factory: FACTORY, usdc: USDC },
  platformAddresses: eachChain((chain) => (chain === 'BTC' ? PLATFORM.BTC : PLATFORM.ETH)),
  dataDir: folder,
  publicUrl: PUBLIC_URL,
  secrets,
  pollMs: 1_000,
  rateLimits: noLimits,
  throttles: noThrottles,
})

async function startApi(around: Surroundings, place: Place & { poolPublicKey: string }): Promise<Served> {
  const { folder, log, poolPublicKey } = place
  const port = await freePort()
  const api = await startChild({
    name: 'api',
    folder,
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', ...profiling(), join(root, 'apps/api/src/main.ts'), folder],
    env: {
      ...apiSettings(around, { port, custody: { poolPublicKey, gasPayerAddresses: {}, deciderAddresses: {} } }),
      DATABASE_POOL: String(POOL_SIZE),
    },
    isReady: () => answers(`http://127.0.0.1:${port}/health/live`),
    log,
  })
  return { ...api, port }
}

function startSigner(orders: PinningOrders, place: Place): Promise<Running> {
  const folder = folderOf(place, 'signer')
  return startChild({
    name: 'signer',
    folder,
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'pinning-signer.ts'), JSON.stringify(orders), folder],
    isReady: async () => true,
    log: place.log,
  })
}

/** Starts the bare route on a table of its own. */
export async function startBare(database: BenchDatabase, place: Place): Promise<Served> {
  await database.sql.query('CREATE TABLE bare (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, content jsonb NOT NULL)')
  return startServer(database, place, { name: 'bare', program: join(import.meta.dirname, 'bare-server.ts') })
}

/** Starts a server of the bench with as many database connections as the api has. */
export async function startServer(
  { url }: BenchDatabase,
  place: Place,
  { name, program, args = [] }: { name: string; program: string; args?: readonly string[] },
): Promise<Served> {
  const folder = folderOf(place, name)
  const port = await freePort()
  const server = await startChild({
    name,
    folder,
    command: process.execPath,
    args: [program, url, String(port), String(POOL_SIZE), ...args, folder],
    isReady: () => answers(`http://127.0.0.1:${port}/`),
    log: place.log,
  })
  return { ...server, port }
}

function folderOf(place: Place, name: string): string {
  const folder = join(place.folder, name)
  mkdirSync(folder)
  return folder
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  )

const profiling = (): string[] => (process.argv.includes('--profile') ? ['--cpu-prof', `--cpu-prof-dir=${process.cwd()}`] : [])
