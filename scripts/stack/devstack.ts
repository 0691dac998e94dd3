import { type DevnetChain, driverOf } from '@gateway/devnet/chains'
import type { DevnetNode } from '@gateway/devnet/chain-driver'
import { type Devnet, startDevnet } from '@gateway/devnet/devnet'
import { freePort } from '@gateway/devnet/processes/port'
import { openMailbox } from '@gateway/devnet/mail/mailbox'
import type { Log } from '@gateway/devnet/processes/running'
import type { RunningStripe } from '@gateway/devnet/stripe/start-stripe'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { eachNode, type OfSomeChains, onEachNode, type ServedNodes } from './each-chain.ts'
import { fundGasPayers } from './fund-gas-payers.ts'
import { type ChainContracts, deployContracts, devnetContracts } from './chain-contracts.ts'
import { endAll, ending, type Ends } from './ends.ts'
import { startCards } from './cards.ts'
import { beginLightning, hasLnd, noLightning, type StackLightning } from './lightning.ts'
import { prepareDatabase } from './database.ts'
import { type Gateway, startGateway, untilReady } from './gateway.ts'
import type { BuiltPrograms } from './programs.ts'
import { searchAttributes } from './search-attributes.ts'
import { openSecrets } from './secrets.ts'
import type { ServedSurroundings, Surroundings } from './settings.ts'

/** A gateway on a devnet of some chains. */
export interface ServedStack {
  readonly devnet: Devnet<ServedNodes>
  /** The double of the card processor. */
  readonly stripe: RunningStripe
  readonly lightning: StackLightning
  readonly gateway: Gateway
  readonly contracts: ChainContracts
  readonly around: ServedSurroundings
  stop(): Promise<void>
}

/** A whole gateway on a whole devnet. */
export interface Devstack extends ServedStack {
  readonly devnet: Devnet
  readonly around: Surroundings
}

/** The data folder of a devstack, and the port of its API. */
export interface DevstackOptions {
  readonly dataDir: string
  readonly port: number
  /** Folder of the files of the start page; without it there is none. */
  readonly startFolder?: string | undefined
  /** Folder of the built portal; without it there is none. */
  readonly portalFolder?: string | undefined
  /** Bundled programs; the gateway starts from source when absent. */
  readonly built?: BuiltPrograms
  /** Others than the defaults of the API. */
  readonly rateLimits?: Readonly<Record<string, number>>
  /** Serves Lightning beside Bitcoin, at once or as soon as LND is built. */
  readonly hasLightning?: boolean
  readonly log: Log
}

/** The same, and the chains to serve; all of the devnet when absent. */
export type ServedStackOptions = DevstackOptions & { readonly chains?: readonly DevnetChain[] }

const POLL_MS = 250
/** Asynchronous payments and pending refunds of the card processor are decided after this time. */
const SETTLE_SECONDS = 5

/** Starts a stack of every chain. */
export const startDevstack = async (options: DevstackOptions): Promise<Devstack> => (await startServedStack(options)) as Devstack // Without a choice every chain is there.

/**
 * Starts the devnet, the card processor and the mailbox, prepares database, contracts and keys, starts the gateway and funds its gas payer; a second
 * start reuses all data.
 */
export async function startServedStack(options: ServedStackOptions): Promise<ServedStack> {
  const ends: Ends = []
  const stop = (): Promise<void> => endAll(ends)
  try {
    return { ...(await startWithin({ ...options, dataDir: resolve(options.dataDir) }, ends)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startWithin(options: ServedStackOptions, ends: Ends): Promise<Omit<ServedStack, 'stop'>> {
  const { dataDir, chains, startFolder, portalFolder, built, log } = options
  const started = <Part extends { stop(): Promise<unknown> }>(starting: Promise<Part>): Promise<Part> => ending(starting, ends)
  mkdirSync(dataDir, { recursive: true })
  const devnet = await started(startDevnet({ dataDir, log, mines: true, ...(chains && { chains }), temporal: { searchAttributes } }))
  const lightning = lightningOf(devnet, options)
  ends.push(() => lightning.stop())
  const mailbox = await started(openMailbox(dataDir))
  const surroundings = await surround(devnet, options)
  const stripe = await started(startCards(surroundings.publicUrl, { dataDir: join(dataDir, 'stripe'), settleSeconds: SETTLE_SECONDS }))
  const place = (await hasLnd()) ? await lightning.running : undefined
  const around = {
    ...surroundings,
    smtpUrl: mailbox.url,
    stripeUrl: stripe.url,
    startFolder,
    portalFolder,
    ...(built && { built }),
    ...(place && { lightning: place }),
  }
  const gateway = await started(startGateway({ around, log, supervised: true }))
  await untilReady(gateway, { awaitsLightning: place !== undefined })
  log('gateway: ready')
  await fundGasPayers(devnet.chains, gateway)
  if (!place) void serveLater(gateway, lightning, log)
  return { devnet, stripe, lightning, gateway, contracts: around.contracts, around }
}

async function surround(
  devnet: Devnet<ServedNodes>,
  { dataDir, port, chains, rateLimits }: Pick<ServedStackOptions, 'dataDir' | 'port' | 'chains' | 'rateLimits'>,
): Promise<ServedSurroundings> {
  const [databaseUrl] = await Promise.all([prepareDatabase(devnet.postgres.url), deployContracts(devnet.chains)])
  return {
    databaseUrl,
    contracts: devnetContracts,
    temporalAddress: devnet.temporal.address,
    temporalNamespace: 'default',
    temporalUi: `${devnet.temporal.ui}/namespaces/default`,
    ...(chains && { chains }),
    rpc: eachNode(devnet.chains, ({ rpc }) => rpc),
    platformAddresses: await platformAddresses(devnet, dataDir),
    dataDir,
    // Under a name: browsers make no passkeys for the number of a host.
    publicUrl: `http://localhost:${port || (await freePort())}`,
    secrets: openSecrets(dataDir),
    pollMs: POLL_MS,
    ...(rateLimits && { rateLimits }),
  }
}

function lightningOf({ chains }: Devnet<ServedNodes>, { hasLightning = false, dataDir, log }: ServedStackOptions): StackLightning {
  if (!hasLightning || !chains.BTC) return noLightning
  return beginLightning({ bitcoin: chains.BTC, dataDir, log })
}

/** Serves Lightning once it runs; the worker is away for a moment. */
async function serveLater(gateway: Gateway, lightning: StackLightning, log: Log): Promise<void> {
  const place = await lightning.running
  if (!place) return
  await gateway.serveLightning(place)
  log('Lightning: ready')
}

/** Fee addresses of the platform, the same at every start. */
async function platformAddresses({ chains }: Devnet<ServedNodes>, dataDir: string): Promise<OfSomeChains<string>> {
  const file = join(dataDir, 'platform.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as OfSomeChains<string>
  const addresses = await onEachNode<DevnetNode, string>(chains, (node, chain) => driverOf(chain).platformAddress(node))
  writeFileSync(file, JSON.stringify(addresses))
  return addresses
}
