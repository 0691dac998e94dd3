import { type DevnetChain, driverOf } from '@gateway/devnet/chains'
import { type Devnet, startDevnet } from '@gateway/devnet/devnet'
import { freePort } from '@gateway/devnet/processes/port'
import { type Mailbox, openMailbox } from '@gateway/devnet/mail/mailbox'
import type { Log } from '@gateway/devnet/processes/running'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { onEachChain, eachChain } from './each-chain.ts'
import { fundGasPayers } from './fund-gas-payers.ts'
import { type ChainContracts, deployContracts, devnetContracts } from './chain-contracts.ts'
import { prepareDatabase } from './database.ts'
import { type Gateway, startGateway, untilReady } from './gateway.ts'
import { searchAttributes } from './search-attributes.ts'
import { openSecrets } from './secrets.ts'
import type { Surroundings } from './settings.ts'

/** A whole gateway on a whole devnet. */
export interface Devstack {
  readonly devnet: Devnet
  readonly gateway: Gateway
  readonly contracts: ChainContracts
  readonly around: Surroundings
  stop(): Promise<void>
}

/** The data folder of a devstack, and the port of its API. */
export interface DevstackOptions {
  readonly dataDir: string
  readonly port: number
  /** Folder of the files of the start page; without it there is none. */
  readonly startFolder?: string | undefined
  /** Folder of the built portal; without it there is none. */
  readonly portalFolder?: string | undefined
  readonly log: Log
}

const POLL_MS = 250

/** Starts the devnet, prepares database, contracts and keys, starts the gateway and funds its gas payer; a second start reuses all data. */
export async function startDevstack(options: DevstackOptions): Promise<Devstack> {
  const { log } = options
  const dataDir = resolve(options.dataDir)
  mkdirSync(dataDir, { recursive: true })
  const devnet = await startDevnet({
    dataDir,
    log,
    mines: true,
    temporal: { searchAttributes },
  })
  try {
    return await startOn(devnet, { ...options, dataDir })
  } catch (error) {
    await devnet.stop()
    throw error
  }
}

async function startOn(devnet: Devnet, options: DevstackOptions): Promise<Devstack> {
  const mailbox = await openMailbox(options.dataDir)
  try {
    return await startGatewayOn({ devnet, mailbox }, options)
  } catch (error) {
    await mailbox.stop()
    throw error
  }
}

async function startGatewayOn({ devnet, mailbox }: { devnet: Devnet; mailbox: Mailbox }, options: DevstackOptions): Promise<Devstack> {
  const { startFolder, portalFolder, log } = options
  const around = { ...(await surround(devnet, options)), smtpUrl: mailbox.url, startFolder, portalFolder }
  const gateway = await startGateway({ around, log, supervised: true })
  const stop = async (): Promise<void> => {
    await gateway.stop()
    await mailbox.stop()
    await devnet.stop()
  }
  try {
    await untilReady(gateway)
    log('gateway: ready')
    await fundGasPayers(devnet.chains, gateway)
  } catch (error) {
    await gateway.stop()
    throw error
  }
  return { devnet, gateway, contracts: around.contracts, around, stop }
}

async function surround(devnet: Devnet, { dataDir, port }: Pick<DevstackOptions, 'dataDir' | 'port'>): Promise<Surroundings> {
  const [databaseUrl] = await Promise.all([prepareDatabase(devnet.postgres.url), deployContracts(devnet.chains)])
  return {
    databaseUrl,
    contracts: devnetContracts,
    temporalAddress: devnet.temporal.address,
    temporalNamespace: 'default',
    temporalUi: `${devnet.temporal.ui}/namespaces/default`,
    rpc: eachChain((chain) => devnet.chains[chain].rpc),
    platformAddresses: await platformAddresses(devnet, dataDir),
    dataDir,
    publicUrl: `http://127.0.0.1:${port || (await freePort())}`,
    secrets: openSecrets(dataDir),
    pollMs: POLL_MS,
  }
}

/** Fee addresses of the platform, the same at every start. */
async function platformAddresses({ chains }: Devnet, dataDir: string): Promise<Record<DevnetChain, string>> {
  const file = join(dataDir, 'platform.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Record<DevnetChain, string>
  const addresses = await onEachChain((chain) => driverOf(chain).platformAddress(chains[chain]))
  writeFileSync(file, JSON.stringify(addresses))
  return addresses
}
