import { type BitcoinNode, newBitcoinAddress, signWithWallet, toBtc, toSats, walletOf, type WalletTransaction } from './bitcoin-faucet.ts'
import { callRpc, RpcRefusal } from '../rpc.ts'

/** A signed transaction that was not broadcast yet. */
export type SignedBitcoin = { readonly txId: string; readonly hex: string }

/** Larger than any fee: a miner skips the transaction, and it stays in the mempool. */
const DELTA_SATS = -100_000_000
const FURTHER_FEE_SATS = 1_000n
/** RPC_INVALID_ADDRESS_OR_KEY of Bitcoin Core: no such transaction. */
const UNKNOWN = -5

/** Makes the node's miner skip an unconfirmed transaction, which stays in the mempool. */
export async function keepUnmined(node: BitcoinNode, txId: string): Promise<void> {
  await callRpc(node.rpc, { method: 'prioritisetransaction', params: [txId, 0, DELTA_SATS] })
}

/** Signs another transaction over the inputs of one of the faucet's payments: `sats` go to an address, the rest to the faucet. */
export async function signDoubleSpend(
  node: BitcoinNode,
  { txId, to, sats }: { txId: string; to: string; sats: bigint },
): Promise<SignedBitcoin> {
  const { decoded } = await callRpc<WalletTransaction>(walletOf(node), { method: 'gettransaction', params: { txid: txId, verbose: true } })
  const sent = decoded.vout.reduce((sum, output) => sum + toSats(output.value), 0n)
  const inputs = decoded.vin.map(({ txid, vout }) => ({ txid, vout }))
  const change = sent - sats - FURTHER_FEE_SATS
  const outputs = [{ [to]: toBtc(sats) }, { [await newBitcoinAddress(node)]: toBtc(change) }]
  const raw = await callRpc<string>(node.rpc, { method: 'createrawtransaction', params: [inputs, outputs] })
  const hex = await signWithWallet(node, raw)
  const { txid } = await callRpc<{ txid: string }>(node.rpc, { method: 'decoderawtransaction', params: [hex] })
  return { txId: txid, hex }
}

/**
 * Mines a block of one transaction, past the mempool: conflicting transactions there are evicted.
 * @throws {RpcRefusal} when its inputs are spent.
 */
export async function mineTransaction(node: BitcoinNode, { hex }: SignedBitcoin): Promise<void> {
  await callRpc(node.rpc, { method: 'generateblock', params: [await newBitcoinAddress(node), [hex]] })
}

/** True when the transaction is mined. */
export async function isMined(node: BitcoinNode, txId: string): Promise<boolean> {
  try {
    const { confirmations = 0 } = await callRpc<{ confirmations?: number }>(node.rpc, { method: 'getrawtransaction', params: [txId, true] })
    return confirmations > 0
  } catch (error) {
    if (error instanceof RpcRefusal && error.code === UNKNOWN) return false
    throw error
  }
}
