import { NodesEnv } from '@gateway/chains/env'
import { solanaNetworks, SOLANA_SLOT_MS } from '@gateway/chains/definitions/solana'
import { createNode } from '@gateway/chains/nodes'
import { byChain } from '@gateway/chains/settings'
import { callRpc } from '@gateway/devnet/rpc'
import { type RunningSolana, startSolana } from '@gateway/devnet/solana/solana'
import { tickSolana } from '@gateway/devnet/solana/solana-faucet'
import { takeLease } from '@gateway/operations/chainwatch/cursor/cursor'
import { freshScans } from '@gateway/operations/chainwatch/internal-transfers/scan-balances'
import { type ScanReport, scanChain } from '@gateway/operations/chainwatch/scanner/scan-chain'
import type { Context } from '@gateway/operations/kernel/context'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openDatabase } from '../database.ts'
import type { Bench, Log, SectionText, Table } from '../section.ts'
import { sized } from '../sized.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { subjects, watcherContext } from '../watching/watcher.ts'

const ANSWER_MS = 300
const BACKLOG = sized(600, 60)
const AT_HEAD_MS = sized(60_000, 5_000)
const POLL_MS = solanaNetworks['mainnet-beta'].pollMs

const text: SectionText = {
  title: 'Keeping up with Solana',
  intro:
    `A Solana node that closes a block every ${SOLANA_SLOT_MS} ms and takes ${ANSWER_MS} ms for every answer. The scanner reads a backlog of ${BACKLOG} blocks while the ` +
    `chain goes on, then follows the head for ${AT_HEAD_MS / 1_000} s with the pauses of the main network (${POLL_MS} ms). How far it is behind is counted in final blocks, at the end of every pass.`,
  aims: [
    {
      text: 'at least 10 blocks per second of a backlog, twice what the chain makes',
      column: 'blocks per second',
      rows: /^backlog/,
      min: 10,
      reason: 'Other work shared the two processors; the waits for answers alone allow 13.',
    },
    { text: 'at the head at most 50 blocks behind, which are ten seconds', column: 'most blocks behind', rows: /^head/, max: 50 },
    { text: 'at most 2 calls for a block', column: 'calls per block', max: 2 },
  ],
}

/** Whether the scanner keeps up with a fast chain whose node answers late. */
export const keepingUp: Bench = { sections: [text], measure }

/** A scanner of the slow chain, which counts what it asks. */
interface SlowChain {
  readonly solana: RunningSolana
  readonly pass: () => Promise<ScanReport>
  readonly readCalls: () => number
}

function measure(log: Log): Promise<Table[]> {
  return inTemporaryFolder(async (folder) => {
    const database = await openDatabase(folder)
    const solana = await startSolana({ dataDir: join(folder, 'solana'), slotMs: SOLANA_SLOT_MS, answerMs: ANSWER_MS })
    try {
      const chain = await openSlowChain(watcherContext(database.orm), solana)
      const rows = [await readBacklog(chain), await followHead(chain)]
      for (const row of rows) log(`keeping up: ${row.join(', ')}`)
      return [{ head: ['what is read', 'blocks per second', 'most blocks behind', 'calls per block'], rows }]
    } finally {
      await solana.stop()
      await database.stop()
    }
  })
}

async function openSlowChain(ctx: Context, solana: RunningSolana): Promise<SlowChain> {
  const rail = ctx.rails.get('SOL')
  if (!rail) throw new Error('the bench has no rail for SOL')
  let calls = 0
  const node = createNode(rail, byChain(NodesEnv.parse({ SOL_RPC_URL: solana.rpc })), { onCall: () => void calls++ })
  const scan = { lease: await takeLease(ctx, node), node, subjects, seen: new Set<string>(), sweep: freshScans() }
  const readCalls = () => {
    const made = calls
    calls = 0
    return made
  }
  return { solana, pass: () => scanChain(ctx, scan), readCalls }
}

async function readBacklog({ solana, pass, readCalls }: SlowChain): Promise<string[]> {
  const { height: from } = await pass()
  await tickSolana(solana, BACKLOG)
  readCalls()
  const startedAt = performance.now()
  let height = from
  while (height < from + BACKLOG) ({ height } = await pass())
  const perSecond = ((height - from) * 1_000) / (performance.now() - startedAt)
  return ['backlog', perSecond.toFixed(1), '–', (readCalls() / (height - from)).toFixed(1)]
}

async function followHead({ solana, pass, readCalls }: SlowChain): Promise<string[]> {
  while ((await pass()).lagBlocks > 0);
  const { height: from } = await pass()
  readCalls()
  const startedAt = performance.now()
  let [height, behind] = [from, 0]
  while (performance.now() - startedAt < AT_HEAD_MS) {
    await setTimeout(POLL_MS)
    ;({ height } = await pass())
    behind = Math.max(behind, (await callRpc<number>(solana.rpc, { method: 'getSlot', params: [] })) - height)
  }
  const perSecond = ((height - from) * 1_000) / (performance.now() - startedAt)
  return ['head', perSecond.toFixed(1), String(behind), (readCalls() / (height - from)).toFixed(1)]
}
