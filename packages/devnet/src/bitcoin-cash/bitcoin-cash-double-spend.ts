import { type BitcoinCashNode, mineTransaction } from './bitcoin-cash-faucet.ts'
import { FAUCET_ADDRESS, type FaucetCoin, readCoin, readSpent, type SignedBitcoinCash, signFaucetCoins } from './bitcoin-cash-coins.ts'
import { callRpc, RpcRefusal } from '../rpc.ts'

const FEE_SATS = 1_000n
/** ErrRPCNoTxInfo of bchd. */
const UNKNOWN = -5

/** Signs another transaction over the inputs of one of the faucet's payments: `sats` go to an address, the rest to the faucet. */
export async function signDoubleSpend(
  node: BitcoinCashNode,
  { txId, to, sats }: { txId: string; to: string; sats: bigint },
): Promise<SignedBitcoinCash> {
  const coins = await coinsOf(node, txId)
  const change = totalOf(coins) - sats - FEE_SATS
  return signFaucetCoins(coins, [
    { address: to, sats },
    { address: FAUCET_ADDRESS, sats: change },
  ])
}

/**
 * Spends the inputs of an unconfirmed payment of the faucet elsewhere, so that the payment can never confirm; returns the rival's id.
 * It is mined at once: nodes do not replace transactions, and refuse it in their mempools.
 */
export async function doubleSpendBitcoinCash(node: BitcoinCashNode, { txid, to }: { txid: string; to: string }): Promise<string> {
  const coins = await coinsOf(node, txid)
  const rival = signFaucetCoins(coins, [{ address: to, sats: totalOf(coins) - FEE_SATS }])
  await mineTransaction(node, rival)
  return rival.txId
}

/** True when the transaction is mined. */
export async function isMined({ rpc }: BitcoinCashNode, txId: string): Promise<boolean> {
  try {
    const { confirmations = 0 } = await callRpc<{ confirmations?: number }>(rpc, { method: 'getrawtransaction', params: [txId, 1] })
    return confirmations > 0
  } catch (error) {
    if (error instanceof RpcRefusal && error.code === UNKNOWN) return false
    throw error
  }
}

const coinsOf = async (node: BitcoinCashNode, txId: string): Promise<FaucetCoin[]> =>
  Promise.all((await readSpent(node, txId)).map((coin) => readCoin(node, coin)))

const totalOf = (coins: readonly FaucetCoin[]): bigint => coins.reduce((sum, { sats }) => sum + sats, 0n)
