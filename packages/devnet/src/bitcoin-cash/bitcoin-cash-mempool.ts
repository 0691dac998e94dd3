import type { BitcoinCashNode } from './bitcoin-cash-blocks.ts'
import { hexToBin } from '@bitauth/libauth'
import { readSpent } from './bitcoin-cash-coins.ts'
import { decodeTransaction, spentBy } from './bitcoin-cash-transaction.ts'
import { callRpc, RpcRefusal } from '../rpc.ts'

/** Transactions that the miner of this process skips; ids are unique, so all nodes share the set. */
const unmined = new Set<string>()

/** Makes this process's miner skip an unconfirmed transaction, and all that spend its outputs; they stay in the mempool. */
export async function keepUnmined(_node: BitcoinCashNode, txId: string): Promise<void> {
  unmined.add(txId)
}

/** The mempool's transactions for the next block, in hexadecimal. */
export async function pickTransactions(node: BitcoinCashNode): Promise<string[]> {
  const ids = await callRpc<string[]>(node.rpc, { method: 'getrawmempool' })
  const skipped = unmined.size === 0 ? new Set<string>() : await findSkipped(node, ids)
  const picked = ids.filter((id) => !skipped.has(id))
  const found = await Promise.all(picked.map((id) => findUnmined(node, id)))
  return found.flatMap((hex) => (hex === undefined ? [] : [hex]))
}

async function findSkipped(node: BitcoinCashNode, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const parents = new Map(await Promise.all(ids.map(async (id) => [id, (await readSpent(node, id)).map(({ txId }) => txId)] as const)))
  const skipped = new Set(ids.filter((id) => unmined.has(id)))
  for (let before = -1; before < skipped.size;) {
    before = skipped.size
    for (const [id, spent] of parents) if (spent.some((parent) => skipped.has(parent))) skipped.add(id)
  }
  return skipped
}

/** A transaction after all unmined ones that it builds on. */
export async function withParents(node: BitcoinCashNode, hex: string): Promise<string[]> {
  const parents = new Set(spentBy(decodeTransaction(hexToBin(hex))).map(({ txId }) => txId))
  const unmined = await Promise.all([...parents].map((txId) => findUnmined(node, txId)))
  const older = await Promise.all(unmined.flatMap((found) => (found === undefined ? [] : [withParents(node, found)])))
  return [...new Set([...older.flat(), hex])]
}

/** Undefined when it is mined, perhaps by another miner meanwhile: with its index, the node still finds it. */
async function findUnmined({ rpc }: BitcoinCashNode, txId: string): Promise<string | undefined> {
  try {
    const { hex, confirmations = 0 } = await callRpc<{ hex: string; confirmations?: number }>(rpc, {
      method: 'getrawtransaction',
      params: [txId, 1],
    })
    return confirmations > 0 ? undefined : hex
  } catch (error) {
    if (error instanceof RpcRefusal) return undefined
    throw error
  }
}
