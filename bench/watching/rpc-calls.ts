import { freshScans } from '@gateway/operations/chainwatch/internal-transfers/scan-balances'
import { type NodeSettings, NodesEnv } from '@gateway/chains/env'
import { createNode } from '@gateway/chains/nodes'
import type { Rail } from '@gateway/chains/rail'
import { byChain, type ServedChain, servedChains } from '@gateway/chains/settings'
import { driverOf, folderOf } from '@gateway/devnet/chains'
import { takeLease } from '@gateway/operations/chainwatch/cursor/cursor'
import { scanChain } from '@gateway/operations/chainwatch/scanner/scan-chain'
import type { Context } from '@gateway/operations/kernel/context'
import { join } from 'node:path'
import { median } from '../numbers.ts'
import { subjects } from './watcher.ts'

/** A real chain that counts the calls of its scanner. */
export interface CountedChain {
  readonly name: ServedChain
  /** Median calls of a pass that finds exactly one new block. */
  countPasses(ctx: Context): Promise<number>
  stop(): Promise<void>
}

const PASSES = 11

/** Starts a node of every served chain. */
export const startChains = (folder: string, rails: ReadonlyMap<string, Rail>): Promise<CountedChain[]> =>
  Promise.all(servedChains.map((chain) => startChain(chain, { folder, rails })))

async function startChain(
  name: ServedChain,
  { folder, rails }: { folder: string; rails: ReadonlyMap<string, Rail> },
): Promise<CountedChain> {
  const rail = rails.get(name)
  if (!rail) throw new Error(`the bench has no rail for ${name}`)
  const driver = driverOf(name)
  const running = await driver.start({ dataDir: join(folder, folderOf(name)) })
  const settings = byChain(NodesEnv.parse({ [`${name}_RPC_URL`]: running.rpc }))
  return {
    name,
    stop: running.stop,
    countPasses: (ctx) => countPasses(ctx, { rail, settings, mine: () => driver.mine(running, 1) }),
  }
}

interface Counted {
  readonly rail: Rail
  readonly settings: NodeSettings
  readonly mine: () => Promise<unknown>
}

async function countPasses(ctx: Context, { rail, settings, mine }: Counted): Promise<number> {
  let calls = 0
  const node = createNode(rail, settings, { onCall: () => void calls++ })
  const scan = { lease: await takeLease(ctx, node), node, subjects, seen: new Set<string>(), sweep: freshScans() }
  await scanChain(ctx, scan)
  const counts: number[] = []
  for (let pass = 0; pass < PASSES; pass++) {
    await mine()
    calls = 0
    await scanChain(ctx, scan)
    counts.push(calls)
  }
  return median(counts)
}
