import { chainDrivers, type DevnetChain, devnetChains, driverOf, folderOf, type RunningNodes } from '@gateway/devnet/chains'
import type { DevnetNode } from '@gateway/devnet/chain-driver'
import type { Running } from '@gateway/devnet/processes/running'
import { freePort } from '@gateway/devnet/processes/port'
import type { RunningPostgres } from '@gateway/devnet/postgres'
import type { RunningTemporal } from '@gateway/devnet/temporal'
import type { RunningStripe } from '@gateway/devnet/stripe/start-stripe'
import { ensureNamespace } from '@gateway/devnet/temporal-namespace'
import { endAll, ending, type Ends } from '@gateway/scripts/stack/ends'
import { startCards } from '@gateway/scripts/stack/cards'
import { type ChainContracts, deployContracts, devnetContracts } from '@gateway/scripts/stack/chain-contracts'
import { prepareDatabase } from '@gateway/scripts/stack/database'
import { type Gateway, startGateway, untilReady } from '@gateway/scripts/stack/gateway'
import { fundGasPayers } from '@gateway/scripts/stack/fund-gas-payers'
import { searchAttributes } from '@gateway/scripts/stack/search-attributes'
import { openSecrets } from '@gateway/scripts/stack/secrets'
import type { Settings, Surroundings } from '@gateway/scripts/stack/settings'
import { freshDatabase, lastingDatabase } from '@gateway/testing/database'
import { runFolder } from '@gateway/testing/run-folder'
import { runTemporal } from '@gateway/testing/temporal'
import pg from 'pg'
import { randomBytes } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { findBrokenBooks, findReplayedOtherwise } from './books.ts'
import { findDenials } from './denials.ts'
import { confirmAddress } from './confirm-address.ts'
import { noEmailLimits, noLimits, noThrottles } from './no-limits.ts'
import { type NodeProxy, startNodeProxy } from './node-proxy.ts'
import { startStoryLightning, type StoryLightning } from './story-lightning.ts'
import { openShop, type Shop } from './shop.ts'
import { startWakingProxy } from './waking-proxy.ts'
import { onServed } from './served.ts'
import { type StoryTemplate, storyTemplate } from './template.ts'
import { newWallets } from './wallets.ts'

/**
 * A gateway for one test file: own database, own namespace, and own nodes that mine only on request. What it has of a chain that it does not serve
 * cannot be used.
 */
export interface Story {
  readonly served: readonly DevnetChain[]
  readonly gateway: Gateway
  readonly shop: Shop
  readonly chains: RunningNodes
  readonly bitcoin: RunningNodes['BTC']
  readonly evm: RunningNodes['ETH']
  /** Proxies between the gateway and its nodes; honest by default. */
  readonly nodes: Readonly<Record<DevnetChain, NodeProxy>>
  /** The double of the card processor. Asynchronous payments are decided by its control alone. */
  readonly stripe: RunningStripe
  /** The gateway's Lightning node and everybody else's; only with `hasLightning`. */
  readonly lightning: StoryLightning | undefined
  readonly contracts: ChainContracts
  readonly around: Surroundings
  /** Direct access to the database. */
  readonly sql: Pick<pg.Pool, 'query'>
  /** Ends everything. @throws {Error} with the rows, when the ledger has violations. */
  close(): Promise<void>
}

/** Options of a story. */
export interface StoryWishes {
  /** The chains that it serves, whose nodes alone are started; every chain by default. */
  readonly chains?: readonly DevnetChain[]
  /** A separate Temporal, which the story may end; all other stories share the run's. */
  readonly temporal?: RunningTemporal
  /** A separate Postgres, which the story may kill; its address pool starts empty. */
  readonly postgres?: RunningPostgres
  /** Refund hold in hours. */
  readonly returnHoldHours?: number
  /** Two Lightning nodes on the story's Bitcoin chain. */
  readonly hasLightning?: true
  /** Receives e-mails; a file by default. */
  readonly smtpUrl?: string
  /** Settings of the rate sources; fixed prices by default. */
  readonly rateSources?: Settings
  /** Starts the gateway and its commands from source, as an operator does; from bundled programs by default. */
  readonly fromSources?: true
  /** Keeps the database when the test file ends. */
  readonly isShared?: true
}

// Every change of a chain wakes its scanner; frequent polling would cost each concurrent story a tenth of a processor.
const POLL_MS = 2_000
const MANY = 1_000_000
/** The client's stories alone need more transactions than the default plan allows in a month. */
export const STORY_QUOTA = 1_000

/** Starts a story; call `close` in afterAll. When a part fails to start, the started parts are ended. */
export async function openStory(wishes: StoryWishes = {}): Promise<Story> {
  const ends: Ends = []
  try {
    return await openWithin(wishes, ends)
  } catch (error) {
    await endAll(ends)
    throw error
  }
}

async function openWithin(wishes: StoryWishes, ends: Ends): Promise<Story> {
  const { around, sql, ...ground } = await prepareGround(wishes, ends)
  const gateway = await startGateway({ around, log: () => {} })
  ends.push(() => gateway.stop())
  await untilReady(gateway)
  await fundGasPayers({ ...ground.chains }, gateway)
  for (const chain of ground.served.filter(isEvm)) await mine(ground, chain, 1)
  const shop = await openShop(gateway.api, await newWallets(ground.served))
  await confirmAddress(sql, shop)
  ends.push(() => shop.receiver.close())
  const close = async (): Promise<void> => {
    const broken = [...(await findBrokenBooks(sql)), ...(await findReplayedOtherwise(around.databaseUrl))]
    const denials = findDenials(around.dataDir)
    await endAll(ends)
    if (denials.length > 0) throw new Error(`a database user lacks a right: ${denials.join('; ')}`)
    if (broken.length > 0) throw new Error(`the ledger has violations: ${JSON.stringify(broken, null, 2)}`)
  }
  return { ...ground, around, contracts: around.contracts, gateway, shop, sql, close }
}

/** Nodes, database and namespace of a gateway, copied from the run's template. */
async function prepareGround(
  wishes: StoryWishes,
  ends: Ends,
): Promise<Pick<Story, 'served' | 'chains' | 'bitcoin' | 'evm' | 'nodes' | 'lightning' | 'stripe' | 'around' | 'sql'>> {
  const served = wishes.chains ?? devnetChains
  const template = await storyTemplate(served)
  const dataDir = mkdtempSync(join(runFolder(), 'story-'))
  ends.push(() => rmSync(dataDir, { recursive: true, force: true }))
  chmodSync(dataDir, 0o755)
  copyTemplate(template, { dataDir, served })
  const temporal = wishes.temporal ?? runTemporal()
  const [direct, databaseUrl, temporalNamespace] = await Promise.all([
    startNodes({ dataDir, served }, ends),
    databaseOf(wishes, template.database),
    freshNamespace(temporal),
  ])
  const [lightning] = await Promise.all([
    wishes.hasLightning && ending(startStoryLightning({ bitcoin: direct.BTC, dataDir }), ends),
    deployContracts({ ...direct }),
  ])
  const nodes = await onServed(served, (chain) => ending(startNodeProxy(direct[chain].rpc), ends))
  // A pool, because a story may restore its database, which ends every connection.
  const sql = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  sql.on('error', () => undefined)
  ends.push(() => sql.end())
  const waking = await onServed(served, (chain) => ending(startWakingProxy({ rpc: direct[chain].rpc, chain, sql }), ends))
  const chains = (await onServed(served, async (chain) => ({ ...direct[chain], rpc: waking[chain].rpc }))) as RunningNodes
  const publicUrl = `http://127.0.0.1:${await freePort()}`
  const stripe = await ending(startCards(publicUrl), ends)
  const around: Surroundings = {
    databaseUrl,
    temporalAddress: temporal.address,
    temporalNamespace,
    chains: served,
    rpc: await onServed(served, async (chain) => nodes[chain].rpc),
    contracts: devnetContracts,
    platformAddresses: await platformAddresses(served, direct),
    dataDir,
    publicUrl,
    stripeUrl: stripe.url,
    secrets: openSecrets(dataDir),
    pollMs: POLL_MS,
    rateLimits: noLimits,
    throttles: noThrottles,
    emailLimits: noEmailLimits,
    plans: { starter: { monthlyTransactions: STORY_QUOTA } },
    ...(wishes.smtpUrl !== undefined && { smtpUrl: wishes.smtpUrl }),
    // A story cannot wait out the minutes of an open circuit.
    webhookFailures: MANY,
    portalFolder: template.portal,
    ...(lightning && { lightning: lightning.place }),
    // Links lead there; nothing asks it.
    temporalUi: `http://127.0.0.1:8233/namespaces/${temporalNamespace}`,
    ...(!wishes.fromSources && { built: template.built }),
    ...(wishes.rateSources !== undefined && { rateSources: wishes.rateSources }),
    ...(wishes.returnHoldHours !== undefined && { returnHoldHours: wishes.returnHoldHours }),
  }
  return { served, chains, bitcoin: chains.BTC, evm: chains.ETH, nodes, lightning, stripe, around, sql }
}

function databaseOf({ postgres, isShared }: StoryWishes, template: string): Promise<string> {
  if (postgres) return prepareDatabase(postgres.url)
  const clone = isShared ? lastingDatabase : freshDatabase
  return clone(inject('postgresUrl'), template)
}

/** Mines blocks on a story's chain; the gateway finds them itself. */
export const mine = ({ chains }: Pick<Story, 'chains'>, chain: DevnetChain, blocks: number): Promise<unknown> =>
  driverOf(chain).mine(chains[chain], blocks)

const isEvm = (chain: DevnetChain): boolean => driverOf(chain).chainId !== undefined

/** None of the faucet's wallet: after a restart of its node that would send payouts again which pay it. */
async function platformAddresses(served: readonly DevnetChain[], nodes: RunningNodes): Promise<Record<DevnetChain, string>> {
  const fresh = await newWallets(served)
  return onServed(served, async (chain) => (isEvm(chain) ? driverOf(chain).platformAddress(nodes[chain]) : fresh[chain]))
}

/** Where the nodes of a story keep their data, and which there are. */
interface Place {
  readonly dataDir: string
  readonly served: readonly DevnetChain[]
}

function copyTemplate({ custody, nodes }: StoryTemplate, { dataDir, served }: Place): void {
  cpSync(custody, dataDir, { recursive: true })
  for (const folder of served.map(folderOf))
    if (existsSync(join(nodes, folder))) cpSync(join(nodes, folder), join(dataDir, folder), { recursive: true })
}

async function startNodes({ dataDir, served }: Place, ends: Ends): Promise<RunningNodes> {
  const start = (chain: DevnetChain): Promise<DevnetNode & Running> =>
    chainDrivers[chain].start({ dataDir: join(dataDir, folderOf(chain)) })
  const nodes = await onServed(served, (chain) => ending(start(chain), ends))
  return nodes as RunningNodes // Each is of the type that the driver of its chain starts.
}

async function freshNamespace(temporal: ReturnType<typeof runTemporal>): Promise<string> {
  const name = `t-${randomBytes(6).toString('hex')}`
  await ensureNamespace(temporal, { name, searchAttributes })
  return name
}
