import { freshScans } from '@gateway/operations/chainwatch/internal-transfers/scan-balances'
import { type NodeSettings, NodesEnv } from '@gateway/chains/env'
import { createNode } from '@gateway/chains/nodes'
import type { Rail } from '@gateway/chains/rail'
import { byChain } from '@gateway/chains/settings'
import { startBitcoin } from '@gateway/devnet/bitcoin/bitcoin'
import { mineBitcoin } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { startEvm } from '@gateway/devnet/evm/evm'
import { mineEvm } from '@gateway/devnet/evm/evm-faucet'
import { takeLease } from '@gateway/operations/chainwatch/cursor/cursor'
import { scanChain } from '@gateway/operations/chainwatch/scanner/scan-chain'
import type { Context } from '@gateway/operations/kernel/context'
import { join } from 'node:path'
import { median } from '../numbers.ts'
import { subjects } from './watcher.ts'

/** A real chain that counts the calls of its scanner. */
export interface CountedChain {
  readonly name: string
  /** Median calls of a pass that finds exactly one new block. */
  countPasses(ctx: Context): Promise<number>
  stop(): Promise<void>
}

const PASSES = 11

/** Starts both nodes. */
export async function startChains(folder: string, rails: ReadonlyMap<string, Rail>): Promise<CountedChain[]> {
  const evm = await startEvm({ dataDir: join(folder, 'anvil') })
  const bitcoin = await startBitcoin({ dataDir: join(folder, 'bitcoind') })
  const settings = byChain(NodesEnv.parse({ ETH_RPC_URL: evm.rpc, BTC_RPC_URL: bitcoin.rpc }))
  const plans = [
    { name: 'ETH', mine: () => mineEvm(evm, 1), stop: evm.stop },
    { name: 'BTC', mine: () => mineBitcoin(bitcoin, 1), stop: bitcoin.stop },
  ]
  return plans.flatMap(({ name, mine, stop }) => {
    const rail = rails.get(name)
    return rail ? [{ name, stop, countPasses: (ctx: Context) => countPasses(ctx, { rail, settings, mine }) }] : []
  })
}

async function countPasses(ctx: Context, chain: { rail: Rail; settings: NodeSettings; mine: () => Promise<unknown> }): Promise<number> {
  let calls = 0
  const node = createNode(chain.rail, chain.settings, { onCall: () => void calls++ })
  const scan = { lease: await takeLease(ctx, node), node, subjects, seen: new Set<string>(), sweep: freshScans() }
  await scanChain(ctx, scan)
  const counts: number[] = []
  for (let pass = 0; pass < PASSES; pass++) {
    await chain.mine()
    calls = 0
    await scanChain(ctx, scan)
    counts.push(calls)
  }
  return median(counts)
}
