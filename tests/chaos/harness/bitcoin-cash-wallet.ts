import type { BitcoinCashNode } from '@gateway/devnet/bitcoin-cash/bitcoin-cash-blocks'
import { FAUCET_ADDRESS, type FaucetCoin, findFaucetCoins, signFaucetCoins } from '@gateway/devnet/bitcoin-cash/bitcoin-cash-coins'
import { callRpc, RpcRefusal } from '@gateway/devnet/rpc'
import { inTurn } from './in-turn.ts'
import type { Payment, Signed, Wallet } from './live-chain.ts'

/** ErrRPCNoTxInfo of bchd. */
const UNKNOWN = -5
const FEE_SATS = 1_000n
const DUST_SATS = 1_000n

/** Payers who share the faucet's key. Each spends a mined coin that no other has signed: a payment never hangs on one that is double-spent. */
export function bitcoinCashWallet(node: BitcoinCashNode): Wallet {
  const turn = inTurn()
  const signed = new Set<string>()
  const sign = async ({ to, units }: Payment): Promise<Signed> => {
    const unmined = new Set(await callRpc<string[]>(node.rpc, { method: 'getrawmempool' }))
    const isFree = (coin: FaucetCoin): boolean => !unmined.has(coin.txId) && !signed.has(nameOf(coin))
    const coin = (await findFaucetCoins(node)).find((one) => isFree(one) && one.sats > units + FEE_SATS + DUST_SATS)
    if (!coin) throw new Error(`the faucet has no mined coin of ${units} satoshis`)
    const change = { address: FAUCET_ADDRESS, sats: coin.sats - units - FEE_SATS }
    const { txId, hex } = signFaucetCoins([coin], [{ address: to, sats: units }, change])
    signed.add(nameOf(coin))
    return { txId, raw: hex }
  }
  return {
    sign: (_asset, payment) => turn(() => sign(payment)),
    send: async ({ raw }) => void (await callRpc(node.rpc, { method: 'sendrawtransaction', params: [raw] })),
    knows: async ({ txId }) =>
      callRpc(node.rpc, { method: 'getrawtransaction', params: [txId, 0] }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof RpcRefusal && error.code === UNKNOWN) return false
          throw error
        },
      ),
  }
}

const nameOf = ({ txId, vout }: FaucetCoin): string => `${txId}:${vout}`
