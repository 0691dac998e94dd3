import { callRpc, RpcRefusal } from '../rpc.ts'
import { waitFor } from '../wait.ts'

/** A Bitcoin node: its RPC URL with credentials and the name of the faucet's wallet. */
export type BitcoinNode = { readonly rpc: string; readonly wallet: string }

/** A payment to make; `sats` are satoshis, `feeRate` satoshis per virtual byte. */
export type BitcoinPayment = {
  readonly address: string
  readonly sats: bigint
  /** Whether the payment signals replaceability (BIP-125). Default true. */
  readonly replaceable?: boolean
  readonly feeRate?: number
}

/** A payment of the faucet's wallet, as the wallet shows it. */
export type WalletTransaction = {
  fee: number
  decoded: { vin: { txid: string; vout: number }[]; vout: { value: number }[] }
}

/** The URL of the faucet's wallet at the node. */
export function walletOf({ rpc, wallet }: BitcoinNode): string {
  return `${rpc}/wallet/${wallet}`
}

/** Creates a receiving address of the faucet's wallet: for change, miners and merchants in tests. */
export function newBitcoinAddress(node: BitcoinNode): Promise<string> {
  return callRpc(walletOf(node), { method: 'getnewaddress', params: { address_type: 'bech32' } })
}

/** Pays an address from the faucet's wallet and returns the transaction's id; it waits in the mempool until the next block. */
export function payBitcoin(node: BitcoinNode, payment: BitcoinPayment): Promise<string> {
  const { address, sats, replaceable = true, feeRate } = payment
  const params = { address, amount: toBtc(sats), replaceable, ...(feeRate === undefined ? {} : { fee_rate: feeRate }) }
  return callRpc(walletOf(node), { method: 'sendtoaddress', params })
}

/** Mines blocks with the mempool's transactions and writes them to disk at once; returns their hashes. */
export async function mineBitcoin(node: BitcoinNode, blocks: number): Promise<string[]> {
  const address = await newBitcoinAddress(node)
  const hashes = await callRpc<string[]>(node.rpc, { method: 'generatetoaddress', params: [blocks, address] })
  await flush(node)
  return hashes
}

/** Mines blocks without the mempool's transactions, like a miner that has not seen them; returns their hashes. */
export async function mineEmptyBitcoin(node: BitcoinNode, blocks: number): Promise<string[]> {
  const address = await newBitcoinAddress(node)
  const hashes: string[] = []
  for (let mined = 0; mined < blocks; mined += 1) {
    const { hash } = await callRpc<{ hash: string }>(node.rpc, { method: 'generateblock', params: [address, []] })
    hashes.push(hash)
  }
  await flush(node)
  return hashes
}

/**
 * Spends the inputs of an unconfirmed payment elsewhere, so that the payment can never confirm; returns the replacement's id.
 * All inputs go to the one new address at slightly more than twice the fee (BIP-125 rules 3 and 4).
 * @throws {RpcRefusal} when the payment is confirmed already.
 */
export async function replaceBitcoin(node: BitcoinNode, payment: { txid: string; to: string }): Promise<string> {
  const wallet = walletOf(node)
  const params = { txid: payment.txid, verbose: true }
  const { fee, decoded } = await callRpc<WalletTransaction>(wallet, { method: 'gettransaction', params })
  const paid = decoded.vout.reduce((sum, output) => sum + toSats(output.value), 0n)
  const feeSats = -toSats(fee) // The wallet counts what it spent as negative.
  const inputs = decoded.vin.map(({ txid, vout }) => ({ txid, vout, sequence: 0xfffffffd }))
  const outputs = [{ [payment.to]: toBtc(paid - feeSats - 1_000n) }]
  const raw = await callRpc<string>(node.rpc, { method: 'createrawtransaction', params: [inputs, outputs] })
  const hexstring = await signWithWallet(node, raw)
  return callRpc(node.rpc, { method: 'sendrawtransaction', params: { hexstring, maxfeerate: 0 } })
}

/** Signs a raw transaction with the keys of the faucet's wallet; both are hexadecimal. */
export async function signWithWallet(node: BitcoinNode, raw: string): Promise<string> {
  return (await callRpc<{ hex: string }>(walletOf(node), { method: 'signrawtransactionwithwallet', params: [raw] })).hex
}

/** Makes the node abandon a block and all on top of it; their transactions return to the mempool. */
export async function invalidateBitcoinBlock(node: BitcoinNode, hash: string): Promise<void> {
  await callRpc(node.rpc, { method: 'invalidateblock', params: [hash] })
}

/** Reverts `invalidateBitcoinBlock`: the node follows that branch again if it is the longest. */
export async function reconsiderBitcoinBlock(node: BitcoinNode, hash: string): Promise<void> {
  await callRpc(node.rpc, { method: 'reconsiderblock', params: [hash] })
}

// The node returns the transactions of at most ten abandoned blocks to the mempool: Chainstate::InvalidateBlock in Bitcoin Core's
// validation.cpp.
const MAX_PUT_BACK = 10

/**
 * Replaces the last `depth` blocks by `depth + 1` empty ones, and returns the hash of the first abandoned block.
 * Their payments are back in the mempool; to make one vanish, replace it now.
 */
export async function reorgBitcoin(node: BitcoinNode, depth: number): Promise<string> {
  const height = await bitcoinHeight(node)
  const hashOf = (last: number) => callRpc<string>(node.rpc, { method: 'getblockhash', params: [height - last + 1] })
  for (let given = MAX_PUT_BACK; given < depth; given += MAX_PUT_BACK) await invalidateBitcoinBlock(node, await hashOf(given))
  const hash = await hashOf(depth)
  await invalidateBitcoinBlock(node, hash)
  await mineEmptyBitcoin(node, depth + 1)
  return hash
}

/** Height of the newest block. */
export const bitcoinHeight = (node: BitcoinNode): Promise<number> => callRpc<number>(node.rpc, { method: 'getblockcount' })

/** The confirmed, unspent satoshis of any address. */
export function bitcoinBalance(node: BitcoinNode, address: string): Promise<bigint> {
  return waitFor('a scan of the coins', async () => {
    const scan = callRpc<{ total_amount: number }>(node.rpc, { method: 'scantxoutset', params: ['start', [`addr(${address})`]] })
    const found = await scan.catch(whenBusy)
    return found && toSats(found.total_amount)
  })
}

/** The node runs one scan at a time (RPC_INVALID_PARAMETER, -8): the running one ends soon. */
function whenBusy(error: unknown): undefined {
  if (error instanceof RpcRefusal && error.code === -8) return undefined
  throw error
}

/** The node writes to disk about once an hour; this query makes it do so at once, so that a kill -9 loses no block. */
async function flush(node: BitcoinNode): Promise<void> {
  await callRpc(node.rpc, { method: 'gettxoutsetinfo', params: ['none'] })
}

/** Whole coins as the node parses them, exactly: 8 decimals. */
export function toBtc(sats: bigint): string {
  const digits = sats.toString().padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`
}

/** The node prints coins as JSON numbers with 8 decimals; below 90 million coins a double tells neighbouring satoshis apart. */
export function toSats(btc: number): bigint {
  return BigInt(Math.round(btc * 1e8))
}
