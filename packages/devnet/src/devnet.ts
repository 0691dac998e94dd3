import { existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DevnetNode, NodePlace } from './chain-driver.ts'
import { chainDrivers, type DevnetChain, devnetChains, driverOf, folderOf, type RunningNodes } from './chains.ts'
import { lightningFolders } from './lightning/lightning.ts'
import { findOwner, stopLeftover } from './processes/leftover.ts'
import { openFolder } from './processes/open-folder.ts'
import { type PostgresOptions, type RunningPostgres, startPostgres } from './postgres.ts'
import { type Log, type Running, silent } from './processes/running.ts'
import { type RunningTemporal, startTemporal, type TemporalOptions } from './temporal.ts'

/** Options of a whole devnet; each part takes its own options, without the folder, which is inside `dataDir`. */
export type DevnetOptions = {
  readonly dataDir: string
  readonly postgres?: Omit<PostgresOptions, 'dataDir' | 'log'>
  readonly temporal?: Omit<TemporalOptions, 'dataDir' | 'log'>
  /** Blocks come by themselves; otherwise they are mined only on request. */
  readonly mines?: boolean
  /** The chains to run; all when absent. */
  readonly chains?: readonly DevnetChain[]
  readonly log?: Log
}

/** All servers, running; `Nodes` says of which chains. */
export type Devnet<Nodes = RunningNodes> = {
  readonly postgres: RunningPostgres
  readonly temporal: RunningTemporal
  readonly chains: Nodes
  /** Stops all of them, the last one first. */
  readonly stop: () => Promise<void>
}

/**
 * Starts Postgres, Temporal and the node of every chain, or of `chains`, concurrently, each with its data of an earlier run in `dataDir`.
 * @throws {Error} of the first server that does not start; the others are stopped before.
 */
export async function startDevnet(options: DevnetOptions): Promise<Devnet> {
  const { dataDir, mines = false, log = silent, chains: served = devnetChains } = options
  const place = (name: string) => ({ dataDir: join(dataDir, name), log })
  const parts = await allOrNone([
    startPostgres({ ...options.postgres, ...place('postgres') }),
    startTemporal({ ...options.temporal, ...place('temporal') }),
    ...served.map((chain) => startNode(chain, { ...place(folderOf(chain)), mines })),
  ])
  const [postgres, temporal, ...nodes] = parts
  // Each node is at the place of its chain, and of the type that its driver starts.
  const chains = Object.fromEntries(served.map((chain, at) => [chain, nodes[at]])) as unknown as RunningNodes
  const stop = async () => {
    for (const part of [...parts].reverse()) await part.stop()
  }
  return { postgres, temporal, chains, stop }
}

function startNode(chain: DevnetChain, { mines, ...place }: NodePlace & { readonly mines: boolean }): Promise<DevnetNode & Running> {
  const driver = driverOf(chain)
  return driver.start({ ...place, ...(mines && { blockSeconds: driver.blockSeconds }) })
}

/** Deletes a devnet's folder, after stopping leftover servers of a killed process. */
export async function resetDevnet(dataDir: string, log: Log = silent): Promise<void> {
  await stopLeftovers(dataDir, log)
  rmSync(openFolder(join(dataDir, 'postgres')), { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
}

/**
 * Stops the leftover servers of a killed process in a devnet's folder, and keeps their files.
 * @throws {AlreadyRunning} when they belong to a running process.
 */
export async function stopLeftovers(dataDir: string, log: Log = silent): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  for (const place of placesIn(dataDir)) await stopLeftover({ ...place, log })
}

/** The running process whose devnet uses this folder; undefined when none does. */
export function findDevnetOwner(dataDir: string): number | undefined {
  if (!existsSync(dataDir)) return undefined
  return placesIn(dataDir)
    .map(findOwner)
    .find((pid) => pid !== undefined)
}

/** The folder of the Lightning nodes in a devnet's folder: they are no part of a devnet's start, and end with it. */
export const LIGHTNING = 'lightning'

/** The folders of a devnet's servers, and the signal that stops each. */
function placesIn(dataDir: string) {
  const root = realpathSync(dataDir)
  return [
    ...lightningFolders(join(root, LIGHTNING)).map((folder) => ({ name: 'lnd', folder, stopSignal: 'SIGTERM' as const })),
    ...devnetChains.map((chain) => ({
      name: chainDrivers[chain].program,
      folder: join(root, folderOf(chain)),
      stopSignal: 'SIGTERM' as const,
    })),
    { name: 'temporal', folder: join(root, 'temporal'), stopSignal: 'SIGTERM' },
    { name: 'postgres', folder: openFolder(join(root, 'postgres')), stopSignal: 'SIGINT' },
  ] as const
}

async function allOrNone<Parts extends readonly Running[]>(starting: { [Part in keyof Parts]: Promise<Parts[Part]> }): Promise<Parts> {
  const results = await Promise.allSettled(starting)
  const failed = results.find((result) => result.status === 'rejected')
  const started = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  // None was rejected, so every place of the tuple is filled with what its promise gave.
  if (!failed) return started as unknown as Parts
  await Promise.all(started.map((part) => part.stop()))
  throw failed.reason
}
