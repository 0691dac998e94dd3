import type { DevnetNode } from '@gateway/devnet/chain-driver'
import { chainDrivers, folderOf } from '@gateway/devnet/chains'
import { freePort } from '@gateway/devnet/processes/port'
import { startPostgres } from '@gateway/devnet/postgres'
import type { Running } from '@gateway/devnet/processes/running'
import { startTemporal } from '@gateway/devnet/temporal'
import { searchAttributes } from '@gateway/scripts/stack/search-attributes'
import { join } from 'node:path'
import { type Chain, eachChain, factsOf, type Nodes, onEachChain } from './chains.ts'
import type { Ground } from './ground.ts'
import { keep, type Kept } from './kept.ts'
import { type LiveLightning, startLightningNodes } from './lightning-nodes.ts'
import type { LiveChain } from './live-chain.ts'
import { openChains } from './live-chains.ts'

/** The servers of the gateway; each restarts after a kill, at the same address. */
export interface Servers {
  readonly kept: Readonly<Record<'postgres' | 'temporal' | Chain, Kept>>
  readonly postgresUrl: string
  readonly temporalAddress: string
  readonly nodes: Nodes
  readonly chains: Readonly<Record<Chain, LiveChain>>
  /** Absent in a run without Lightning payments. */
  readonly lightning: LiveLightning | undefined
  /** Empties Temporal's store at its next start. */
  forgetWorkflows(): void
}

/** Starts Postgres (with fsync), Temporal, the node of every chain, which mines by itself or has a miner, and where they are needed two Lightning nodes. */
export async function startServers(ground: Ground, { hasLightning }: { hasLightning: boolean }): Promise<Servers> {
  const { folder, journal, ends } = ground
  const place = (name: string) => ({ dataDir: join(folder, name) })
  const ports = { postgres: await freePort(), temporal: await freePort(), ...(await onEachChain(() => freePort())) }
  let generation = 0
  const up = async <T extends Running>(name: string, start: () => Promise<T>) => {
    const kept = await keep({ name, start, journal })
    ends.push(() => kept.stop())
    return kept
  }
  const node = (chain: Chain): Promise<DevnetNode & Running> =>
    chainDrivers[chain].start({
      ...place(folderOf(chain)),
      port: ports[chain],
      ...(factsOf(chain).minesAlone && { blockSeconds: chainDrivers[chain].blockSeconds }),
    })
  const running = await onEachChain((chain) => up(`node of ${chain}`, () => node(chain)))
  const postgres = await up('postgres', () => startPostgres({ ...place('postgres'), port: ports.postgres }))
  const temporal = await up('temporal', () => startTemporal({ ...place(`temporal-${generation}`), port: ports.temporal, searchAttributes }))
  // Each node is of the type that the driver of its chain starts.
  const nodes = eachChain((chain) => running[chain].first) as unknown as Nodes
  const lightning = hasLightning ? await startLightningNodes(ground, nodes.BTC) : undefined
  const chains = openChains(nodes)
  ends.push(() => onEachChain((chain) => chains[chain].rest().catch(() => undefined)))
  return {
    kept: { postgres, temporal, ...running },
    postgresUrl: `postgres://postgres@127.0.0.1:${ports.postgres}/postgres`,
    temporalAddress: `127.0.0.1:${ports.temporal}`,
    nodes,
    chains,
    lightning,
    forgetWorkflows: () => void (generation += 1),
  }
}
