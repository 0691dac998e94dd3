import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { solanaUsdc } from '@gateway/devnet/solana/ledger/genesis'
import { type RunningSolana, startSolana } from '@gateway/devnet/solana/solana'
import { tickSolana } from '@gateway/devnet/solana/solana-faucet'
import { type Address, address } from '@solana/kit'
import type { Block, Head } from '../rail.ts'
import { addressOfPrivateKey } from './keys/keys.ts'
import { createSolanaNode, type SolanaNode } from './node.ts'
import { createSolanaRail, type SolanaRail } from './rail.ts'

/** A private Solana chain, on which tests decide when a slot passes. */
export interface TestSolana {
  readonly solana: RunningSolana
  readonly rail: SolanaRail
  readonly node: SolanaNode
  /** The methods called since this was last read. */
  readCalls(): string[]
  /** Lets slots pass until everything so far is confirmed. */
  confirm(): Promise<Head>
  /** The blocks above a slot up to the head, as the scanner reads them. */
  readFrom(slot: number): Promise<Block[]>
  stop(): Promise<void>
}

/** Starts the chain in its own folder, which `stop` deletes. */
export async function startTestSolana(): Promise<TestSolana> {
  const dataDir = await mkdtemp(join(tmpdir(), 'chains-solana-'))
  const solana = await startSolana({ dataDir })
  const rail = createSolanaRail({ network: 'local', usdc: solanaUsdc.mint })
  const calls: string[] = []
  const node = createSolanaNode({ rail, rpcUrl: solana.rpc, onCall: (method) => calls.push(method) })
  return {
    solana,
    rail,
    node,
    readCalls: () => calls.splice(0),
    async confirm() {
      await tickSolana(solana)
      return node.readHead()
    },
    readFrom: (slot) => readFrom(node, slot),
    async stop() {
      await solana.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function readFrom(node: SolanaNode, slot: number): Promise<Block[]> {
  const head = await node.readHead()
  const source = node.openBatches()
  const blocks: Block[] = []
  let cursor = { height: slot, hash: (await source.readUpTo(slot))?.hash ?? '' }
  for (let block = await source.nextBatch(cursor, head); block; block = await source.nextBatch(cursor, head)) {
    blocks.push(block)
    cursor = { height: block.height, hash: block.hash }
  }
  return blocks
}

/** A fresh key with its address. */
export function newKey(): { readonly key: Uint8Array; readonly address: Address } {
  const key = Uint8Array.from(randomBytes(32))
  return { key, address: address(addressOfPrivateKey(key)) }
}
