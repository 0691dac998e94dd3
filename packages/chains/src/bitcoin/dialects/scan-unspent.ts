import { ask, type Question } from '../rpc/ask.ts'
import type { BitcoinRpc } from '../rpc/rpc.ts'
import { Unspents } from '../rpc/shapes.ts'
import type { UnspentSet } from './dialect.ts'

/** Asks the node to scan its whole unspent set. */
export async function scanUnspent(rpc: BitcoinRpc, addresses: readonly string[]): Promise<UnspentSet> {
  const { height, unspents } = await ask(rpc, scanOf(addresses))
  return {
    height,
    outputs: unspents.map(({ txid, vout, desc, amount, height: minedAt, coinbase }) => ({
      txId: txid,
      vout,
      address: /\(([\w:]+)\)/.exec(desc)?.[1] ?? '',
      units: amount,
      height: minedAt,
      isReward: coinbase,
    })),
  }
}

const scanOf = (addresses: readonly string[]): Question<typeof Unspents> => ({
  method: 'scantxoutset',
  params: ['start', addresses.map((address) => `addr(${address})`)],
  shape: Unspents,
})
