import { NodesEnv } from '@gateway/chains/env'
import { createNode } from '@gateway/chains/nodes'
import { byChain } from '@gateway/chains/settings'
import { openOrm } from '@gateway/db/orm'
import { callRpc } from '@gateway/devnet/rpc'
import { takeLease } from '@gateway/operations/chainwatch/cursor/cursor'
import { scanChain } from '@gateway/operations/chainwatch/scanner/scan-chain'
import { freshScans } from '@gateway/operations/chainwatch/internal-transfers/scan-balances'
import { subjects, watcherContext } from '../watching/watcher.ts'

/** A scanner's memory after a pass, in bytes, and the number of blocks it had read. */
export interface Reading {
  readonly blocks: number
  /** Memory that the system counts for the process. */
  readonly rss: number
  /** Memory that the engine has reserved for objects, used or not. */
  readonly heap: number
}

// A process of its own, so that its memory is that of one scanner for one chain.
const [, , databaseUrl = '', chain, rpc = '', backlog] = process.argv
const FIRST = 30
const orm = await openOrm({ url: databaseUrl, poolSize: 4 })
const ctx = watcherContext(orm)
const rail = [...ctx.rails.values()].find((each) => each.chain === chain)
if (!rail) throw new Error(`the bench has no rail for ${chain}`)
const node = createNode(rail, byChain(NodesEnv.parse({ ETH_RPC_URL: rpc, BTC_RPC_URL: rpc })))
await callRpc(rpc, { method: 'grow', params: [FIRST] })
const scan = { lease: await takeLease(ctx, node), node, subjects, seen: new Set<string>(), sweep: freshScans() }
await scanChain(ctx, scan)
await callRpc(rpc, { method: 'grow', params: [FIRST + Number(backlog)] })
for (let lag = 1; lag > 0;) {
  const { height, lagBlocks } = await scanChain(ctx, scan)
  const { rss, heapTotal: heap } = process.memoryUsage()
  console.log(JSON.stringify({ blocks: height - FIRST, rss, heap } satisfies Reading))
  lag = lagBlocks
}
await orm.close()
