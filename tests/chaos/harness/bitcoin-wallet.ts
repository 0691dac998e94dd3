import { type BitcoinNode, signWithWallet, walletOf } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { callRpc, RpcRefusal } from '@gateway/devnet/rpc'
import { formatUnits } from 'viem'
import { inTurn } from './in-turn.ts'
import type { Signed, Wallet } from './live-chain.ts'

/** RPC_INVALID_ADDRESS_OR_KEY of Bitcoin Core: no such transaction. */
const UNKNOWN = -5
/** More coins than are signed between two blocks. */
const MAX_LOCKED = 40

interface Outpoint {
  readonly txid: string
  readonly vout: number
}

/** Payers who share the faucet's wallet. Coins are locked when they are signed, so that no two payments share one. */
export function bitcoinWallet(node: BitcoinNode): Wallet {
  const turn = inTurn()
  const wallet = walletOf(node)
  const spent: Outpoint[] = []
  const lock = async (): Promise<void> => {
    // A killed node forgets its locks; the wallet rejects locks that still exist and coins that are spent.
    for (const coin of spent.slice(-MAX_LOCKED))
      await callRpc(wallet, { method: 'lockunspent', params: [false, [coin]] }).catch(unlessRefused)
  }
  const sign = async (to: string, units: bigint): Promise<Signed> => {
    await lock()
    const raw = await callRpc<string>(node.rpc, { method: 'createrawtransaction', params: [[], [{ [to]: formatUnits(units, 8) }]] })
    const funded = await callRpc<{ hex: string }>(wallet, { method: 'fundrawtransaction', params: [raw, { lockUnspents: true }] })
    const hex = await signWithWallet(node, funded.hex)
    const { txid, vin } = await callRpc<{ txid: string; vin: Outpoint[] }>(node.rpc, { method: 'decoderawtransaction', params: [hex] })
    spent.push(...vin.map(({ txid: from, vout }) => ({ txid: from, vout })))
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

function unlessRefused(error: unknown): undefined {
  if (error instanceof RpcRefusal) return undefined
  throw error
}
