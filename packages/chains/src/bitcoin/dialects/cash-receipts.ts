import { hex } from '@scure/base'
import { ChainUnavailable } from '../../errors.ts'
import type { Receipt } from '../../rail/chain-node.ts'
import { findEach, isNotFound } from '../rpc/ask.ts'
import type { BitcoinRpc } from '../rpc/rpc.ts'
import { HexBytes, MinedTransaction } from '../rpc/shapes.ts'
import { displayHash, RawTransaction, transactionHash } from '../transaction.ts'

/**
 * Receipts of mined transactions. These nodes do not report fees, so the outputs that a transaction spends are read for its fee.
 * @throws {ChainUnavailable} when the node sends another transaction than the one asked for, or lacks one that is spent.
 */
export async function readCashReceipts(rpc: BitcoinRpc, txIds: readonly string[]): Promise<readonly Receipt[]> {
  const paramSets = txIds.map((txId) => [txId, 1])
  const found = await findEach(rpc, { method: 'getrawtransaction', paramSets, shape: MinedTransaction, absent: isNotFound })
  const mined = txIds.flatMap((txId, at) => {
    const answer = found[at]
    return answer?.confirmations ? [{ txId, transaction: decode(rpc, txId, answer.hex) }] : []
  })
  const spent = await readSpent(
    rpc,
    mined.flatMap(({ transaction }) => transaction.inputs.map(({ txid }) => hex.encode(txid))),
  )
  return mined.map(({ txId, transaction }) => {
    const received = sum(transaction.inputs.map(({ txid, index }) => spent.get(hex.encode(txid))?.outputs[index]?.amount ?? 0n))
    return { txId, succeeded: true, feeUnits: received - sum(transaction.outputs.map(({ amount }) => amount)) }
  })
}

async function readSpent(rpc: BitcoinRpc, txIds: readonly string[]): Promise<ReadonlyMap<string, RawTransaction>> {
  const unique = [...new Set(txIds)]
  const found = await findEach(rpc, { method: 'getrawtransaction', paramSets: unique.map((txId) => [txId, 0]), shape: HexBytes })
  return new Map(found.flatMap((raw, at) => (raw ? [[unique[at] ?? '', decode(rpc, unique[at] ?? '', raw)] as const] : [])))
}

function decode({ chain }: BitcoinRpc, txId: string, raw: Uint8Array): RawTransaction {
  const transaction = RawTransaction.decode(raw)
  if (displayHash(transactionHash(transaction)) === txId) return transaction
  throw new ChainUnavailable(chain, 'it sent another transaction than the one asked for')
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)
