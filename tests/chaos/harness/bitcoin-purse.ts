import { type BitcoinNode, walletOf } from '@gateway/devnet/bitcoin-faucet'
import { callRpc, RpcRefusal } from '@gateway/devnet/rpc'
import { formatUnits } from 'viem'
import type { Purse, Signed } from './customer.ts'
import { inTurn } from './in-turn.ts'

/** RPC_INVALID_ADDRESS_OR_KEY of Bitcoin Core: no such transaction. */
const UNKNOWN = -5

/** Customers who pay out of the faucet's wallet. Coins are locked when they are signed away, so that no two payments share one. */
export function bitcoinPurse(node: BitcoinNode): Purse {
  const turn = inTurn()
  const wallet = walletOf(node)
  const sign = async (to: string, units: bigint): Promise<Signed> => {
    const raw = await callRpc<string>(node.rpc, { method: 'createrawtransaction', params: [[], [{ [to]: formatUnits(units, 8) }]] })
    const funded = await callRpc<{ hex: string }>(wallet, { method: 'fundrawtransaction', params: [raw, { lockUnspents: true }] })
    const { hex } = await callRpc<{ hex: string }>(wallet, { method: 'signrawtransactionwithwallet', params: [funded.hex] })
    const { txid } = await callRpc<{ txid: string }>(node.rpc, { method: 'decoderawtransaction', params: [hex] })
    return { txId: txid, raw: hex }
  }
  return {
    sign: (_asset, { to, units }) => turn(() => sign(to, units)),
    send: async ({ raw }) => void (await callRpc(node.rpc, { method: 'sendrawtransaction', params: [raw] })),
    knows: async ({ txId }) =>
      callRpc(node.rpc, { method: 'getrawtransaction', params: [txId] }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof RpcRefusal && error.code === UNKNOWN) return false
          throw error
        },
      ),
  }
}
