import { randomBytes, randomInt } from 'node:crypto'
import { type BitcoinCashNode, type BlockParent, mineBlock, readParent } from './bitcoin-cash-blocks.ts'
import {
  addressOfKey,
  type CashOutput,
  confirmedSats,
  FAUCET_ADDRESS,
  type FaucetCoin,
  findFaucetCoins,
  type SignedBitcoinCash,
  signFaucetCoins,
} from './bitcoin-cash-coins.ts'
import { isCashAddress } from './bitcoin-cash-transaction.ts'
import { pickTransactions, withParents } from './bitcoin-cash-mempool.ts'
import { callRpc, RpcRefusal } from '../rpc.ts'

export type { BitcoinCashNode } from './bitcoin-cash-blocks.ts'

/** A payment to make; `sats` are satoshis, `feeRate` satoshis per byte, `tokens` an amount of new tokens in the same output. */
export type BitcoinCashPayment = CashOutput & { readonly feeRate?: number }

/** One input, two outputs, one of them with tokens: an upper bound. */
const PAYMENT_BYTES = 280n
/** RPC_TRANSACTION_ERROR and RPC_TRANSACTION_REJECTED: another process has spent the coin meanwhile. */
const TAKEN: ReadonlySet<number> = new Set([-25, -26])
const MOST_TRIES = 10
/** RPC_INVALID_ADDRESS_OR_KEY of Bitcoin Cash Node. */
const INVALID_ADDRESS = -5

/** Creates a receiving address: for miners and merchants in tests. */
export const newBitcoinCashAddress = (): string => addressOfKey(randomBytes(32))

/**
 * Pays an address from the faucet and returns the transaction's id; it waits in the mempool until the next block.
 * @throws {RpcRefusal} also for a text that is no cash address with its prefix, as a node with a wallet would.
 */
export async function payBitcoinCash(node: BitcoinCashNode, payment: BitcoinCashPayment): Promise<string> {
  if (!isCashAddress(payment.address)) throw new RpcRefusal('sendtoaddress', { code: INVALID_ADDRESS, message: 'Invalid address' })
  const paid = lastPayment.then(() => sendPayment(node, payment))
  lastPayment = paid.catch(() => undefined)
  return paid
}

/** Payments of this process are made one after the other: each sees which coins are left. */
let lastPayment: Promise<unknown> = Promise.resolve()

async function sendPayment(node: BitcoinCashNode, payment: BitcoinCashPayment): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const { hex } = await signPayment(node, payment)
    try {
      return await callRpc<string>(node.rpc, { method: 'sendrawtransaction', params: [hex] })
    } catch (error) {
      if (!(error instanceof RpcRefusal && TAKEN.has(error.code)) || tries === MOST_TRIES) throw error
    }
  }
}

/** Spends a coin by chance, so that payers of several processes rarely choose the same. */
async function signPayment(node: BitcoinCashNode, { feeRate = 1, ...output }: BitcoinCashPayment): Promise<SignedBitcoinCash> {
  const fee = PAYMENT_BYTES * BigInt(feeRate)
  const large = (await findFaucetCoins(node)).filter((coin) => coin.sats > output.sats + fee + 1_000n)
  const coin: FaucetCoin | undefined = large[randomInt(Math.max(large.length, 1))]
  if (!coin) throw new Error(`The faucet has no coin of ${output.sats} satoshis`)
  return signFaucetCoins([coin], [output, { address: FAUCET_ADDRESS, sats: coin.sats - output.sats - fee }])
}

/** Mines blocks, the first with the mempool's transactions; returns their hashes. */
export async function mineBitcoinCash(node: BitcoinCashNode, blocks: number): Promise<string[]> {
  const first = await mineOnTop(node, { blocks: Math.min(blocks, 1), transactions: () => pickTransactions(node) })
  return [...first, ...(await mineEmptyBitcoinCash(node, blocks - 1))]
}

/** Mines blocks without the mempool's transactions, like a miner that has not seen them; returns their hashes. */
export const mineEmptyBitcoinCash = (node: BitcoinCashNode, blocks: number): Promise<string[]> => mineOnTop(node, { blocks })

/** Mines a block of one transaction and its unmined parents, past the mempool: conflicting transactions there are evicted. */
export async function mineTransaction(node: BitcoinCashNode, { hex }: SignedBitcoinCash): Promise<void> {
  await mineOnTop(node, { blocks: 1, transactions: () => withParents(node, hex) })
}

type Series = { readonly blocks: number; readonly transactions?: () => Promise<readonly string[]> }

async function mineOnTop(node: BitcoinCashNode, { blocks, transactions = async () => [] }: Series): Promise<string[]> {
  const hashes: string[] = []
  let parent: BlockParent | undefined
  while (hashes.length < blocks) {
    parent ??= await readParent(node, await bitcoinCashHeight(node))
    parent = await mineBlock(node, { parent, to: FAUCET_ADDRESS, transactions: await transactions() })
    // Another miner may have been faster: then this block is on a branch of its own, and is mined again on the tip.
    if (await isOnMainChain(node, parent.hash)) hashes.push(parent.hash)
    else parent = undefined
  }
  return hashes
}

/** bchd answers only for blocks of the main chain. */
async function isOnMainChain({ rpc }: BitcoinCashNode, hash: string): Promise<boolean> {
  try {
    await callRpc(rpc, { method: 'getblockheader', params: [hash, true] })
    return true
  } catch (error) {
    if (error instanceof RpcRefusal) return false
    throw error
  }
}

/**
 * Replaces the last `depth` blocks by a branch of `depth + 1` empty ones, and returns the hash of the first abandoned block.
 * Their payments are back in the mempool; to make one vanish, double-spend it now.
 */
export async function reorgBitcoinCash(node: BitcoinCashNode, depth: number): Promise<string> {
  const height = await bitcoinCashHeight(node)
  const abandoned = await callRpc<string>(node.rpc, { method: 'getblockhash', params: [height - depth + 1] })
  let parent = await readParent(node, height - depth)
  for (let mined = 0; mined <= depth; mined += 1) parent = await mineBlock(node, { parent, to: FAUCET_ADDRESS })
  return abandoned
}

/** Height of the newest block. */
export const bitcoinCashHeight = (node: BitcoinCashNode): Promise<number> => callRpc<number>(node.rpc, { method: 'getblockcount' })

/** The confirmed, unspent satoshis of any address. */
export const bitcoinCashBalance = (node: BitcoinCashNode, address: string): Promise<bigint> => confirmedSats(node, address)
