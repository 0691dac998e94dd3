import {
  binToHex,
  encodeTransactionBCH,
  generateTransaction,
  hashTransaction,
  hexToBin,
  importWalletTemplate,
  lockingBytecodeToCashAddress,
  privateKeyToP2pkhLockingBytecode,
  type TransactionCommon,
  walletTemplateP2pkhNonHd,
  walletTemplateToCompilerBCH,
} from '@bitauth/libauth'
import type { BitcoinCashNode } from './bitcoin-cash-blocks.ts'
import { type CashOutpoint, decodeTransaction, must, scriptOf, spentBy } from './bitcoin-cash-transaction.ts'
import { callRpc, RpcRefusal } from '../rpc.ts'

/** An unspent output of the faucet. */
export type FaucetCoin = CashOutpoint & { readonly sats: bigint }

/** A signed transaction that was not broadcast yet. */
export type SignedBitcoinCash = { readonly txId: string; readonly hex: string }

/** An amount for a cash address, and of new tokens with it: their category is named after the first coin spent. */
export type CashOutput = { readonly address: string; readonly sats: bigint; readonly tokens?: bigint }

/** The faucet's key is the same on every devnet: its coins exist on regtest only. */
const FAUCET_KEY = new Uint8Array(32).fill(0xfa)

/** The address of the faucet. */
export const FAUCET_ADDRESS = addressOfKey(FAUCET_KEY)

/** The P2PKH address of a private key on regtest. */
export function addressOfKey(privateKey: Uint8Array): string {
  const bytecode = privateKeyToP2pkhLockingBytecode({ privateKey, throwErrors: true })
  return must(lockingBytecodeToCashAddress({ bytecode, prefix: 'bchreg' })).address
}

/** What a cash address has confirmed, and has not spent. */
export async function confirmedSats(node: BitcoinCashNode, address: string): Promise<bigint> {
  const mempool = new Set(await callRpc<string[]>(node.rpc, { method: 'getrawmempool' }))
  const history = (await findHistory(node, address)).filter(({ txId }) => !mempool.has(txId))
  return unspentOf(history, address).reduce((sum, { sats }) => sum + sats, 0n)
}

/** The faucet's coins that the next block may spend, unconfirmed change included. */
export async function findFaucetCoins(node: BitcoinCashNode): Promise<FaucetCoin[]> {
  const height = await callRpc<number>(node.rpc, { method: 'getblockcount' })
  const history = await findHistory(node, FAUCET_ADDRESS)
  const young = new Set(history.filter((found) => isYoung(found, height)).map(({ txId }) => txId))
  return unspentOf(history, FAUCET_ADDRESS).filter(({ txId }) => !young.has(txId))
}

/** The amount of an output of the chain or the mempool. */
export async function readCoin(node: BitcoinCashNode, { txId, vout }: CashOutpoint): Promise<FaucetCoin> {
  const { transaction } = decode(await callRpc<string>(node.rpc, { method: 'getrawtransaction', params: [txId, 0] }))
  return { txId, vout, sats: transaction.outputs[vout]?.valueSatoshis ?? 0n }
}

/** The outpoints that a transaction of the chain or the mempool spends. */
export async function readSpent(node: BitcoinCashNode, txId: string): Promise<CashOutpoint[]> {
  return spentBy(decode(await callRpc<string>(node.rpc, { method: 'getrawtransaction', params: [txId, 0] })).transaction)
}

/** Signs a transaction of the faucet. */
export function signFaucetCoins(coins: readonly FaucetCoin[], outputs: readonly CashOutput[]): SignedBitcoinCash {
  const made = generateTransaction({
    version: 2,
    locktime: 0,
    outputs: outputs.map(({ address, sats, tokens }) => ({
      lockingBytecode: scriptOf(address),
      valueSatoshis: sats,
      ...(tokens !== undefined && { token: { amount: tokens, category: hexToBin(coins[0]?.txId ?? '') } }),
    })),
    inputs: coins.map(({ txId, vout, sats }) => ({
      outpointIndex: vout,
      outpointTransactionHash: hexToBin(txId),
      sequenceNumber: 0xffff_ffff,
      unlockingBytecode: { compiler, script: 'unlock', valueSatoshis: sats, data: { keys: { privateKeys: { key: FAUCET_KEY } } } },
    })),
  })
  if (!made.success) throw new Error(JSON.stringify(made.errors))
  const raw = encodeTransactionBCH(made.transaction)
  return { txId: hashTransaction(raw), hex: binToHex(raw) }
}

const compiler = walletTemplateToCompilerBCH(must(importWalletTemplate(walletTemplateP2pkhNonHd)))

type Found = { readonly txId: string; readonly transaction: TransactionCommon }

/** More than any test has: the newest are read, and an output of them can only be spent among them. */
const MOST_TRANSACTIONS = 2_000
/** ErrRPCNoTxInfo of bchd: the address was never used. */
const UNUSED = -5
const COINBASE_MATURITY = 100

async function findHistory({ rpc }: BitcoinCashNode, address: string): Promise<Found[]> {
  try {
    const newestFirst = [address, 0, 0, MOST_TRANSACTIONS, 0, true]
    return (await callRpc<string[]>(rpc, { method: 'searchrawtransactions', params: newestFirst })).map(decode)
  } catch (error) {
    if (error instanceof RpcRefusal && error.code === UNUSED) return []
    throw error
  }
}

function decode(hex: string): Found {
  const raw = hexToBin(hex)
  return { txId: hashTransaction(raw), transaction: decodeTransaction(raw) }
}

function unspentOf(history: readonly Found[], address: string): FaucetCoin[] {
  const spent = new Set(history.flatMap(({ transaction }) => spentBy(transaction)).map(({ txId, vout }) => `${txId}:${vout}`))
  const script = binToHex(scriptOf(address))
  return history.flatMap(({ txId, transaction }) =>
    transaction.outputs.flatMap(({ lockingBytecode, valueSatoshis: sats }, vout) =>
      binToHex(lockingBytecode) === script && !spent.has(`${txId}:${vout}`) ? [{ txId, vout, sats }] : [],
    ),
  )
}

/** True for a reward that the next block may not spend; our miner begins each with its height, in four bytes. */
function isYoung({ transaction }: Found, height: number): boolean {
  const [input] = transaction.inputs
  if (!input || input.outpointIndex !== 0xffff_ffff) return false
  const minedAt = Buffer.from(input.unlockingBytecode).readUInt32LE(1)
  return height + 1 - minedAt < COINBASE_MATURITY
}
