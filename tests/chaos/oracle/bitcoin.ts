import type { Case, CaseOrder } from './case.ts'
import { type Coin, type Money, type Moved, type Payout, total } from './money.ts'
import { askAll, askOne } from './rpc.ts'

/** A block with its transactions, as `getblock` shows it at verbosity 2. */
interface Block {
  readonly tx: readonly Transaction[]
}

interface Transaction {
  readonly txid: string
  readonly vin: readonly { readonly txid?: string; readonly vout?: number }[]
  readonly vout: readonly { readonly n: number; readonly value: number; readonly scriptPubKey: { readonly address?: string } }[]
}

interface SpentCoin extends Coin {
  spentBy?: string
}

/** Reads the whole chain, which is short on regtest. */
export async function readBitcoin(judged: Case): Promise<Money> {
  const orders = judged.orders.filter(({ asset }) => asset === 'BTC')
  const ours = new Set([
    ...orders.flatMap(({ address, returnTo }) => [address, returnTo ?? []].flat()),
    ...judged.shops.map(({ wallets }) => wallets.BTC),
    judged.platform.BTC,
  ])
  const transactions = await readTransactions(judged.bitcoinRpc)
  const coins = findCoins(transactions, ours)
  const deposits = new Set(orders.map(({ address }) => address))
  const spending = transactions.filter(({ txid }) =>
    [...coins.values()].some((coin) => coin.spentBy === txid && deposits.has(coin.address)),
  )
  const unspent = (address: string): bigint =>
    total([...coins.values()].flatMap((coin) => (coin.address === address && coin.spentBy === undefined ? [coin.units] : [])))
  return {
    at: (order) => movedAt(order, { judged, coins, spending, left: unspent(order.address) }),
    balanceOf: async (_asset, address) => unspent(address),
    outgoing: spending.map(({ txid }) => ({ chain: 'BTC', txId: txid, what: 'spends a deposit' })),
    coins,
  }
}

async function readTransactions(rpc: string): Promise<Transaction[]> {
  const height = await askOne<number>(rpc, 'getblockcount')
  const heights = Array.from({ length: height + 1 }, (_, index) => index)
  const hashes = await askAll<string>(
    rpc,
    heights.map((one) => ({ method: 'getblockhash', params: [one] })),
  )
  const blocks = await askAll<Block>(
    rpc,
    hashes.map((hash) => ({ method: 'getblock', params: [hash, 2] })),
  )
  return blocks.flatMap(({ tx }) => tx)
}

/** Every output that was ever paid to one of the addresses, by its outpoint. */
function findCoins(transactions: readonly Transaction[], addresses: ReadonlySet<string>): Map<string, SpentCoin> {
  const coins = new Map<string, SpentCoin>()
  for (const { txid, vout } of transactions)
    for (const { n, value, scriptPubKey } of vout)
      if (scriptPubKey.address !== undefined && addresses.has(scriptPubKey.address))
        coins.set(`${txid}:${n}`, { address: scriptPubKey.address, units: toSats(value) })
  for (const { txid, vin } of transactions)
    for (const input of vin) {
      const coin = coins.get(`${input.txid}:${input.vout}`)
      if (coin) coin.spentBy = txid
    }
  return coins
}

interface Seen {
  readonly judged: Case
  readonly coins: ReadonlyMap<string, SpentCoin>
  readonly spending: readonly Transaction[]
  readonly left: bigint
}

function movedAt(order: CaseOrder, { judged, coins, spending, left }: Seen): Moved {
  const own = [...coins.values()].filter(({ address }) => address === order.address)
  const payouts = spending.filter(({ txid }) => own.some(({ spentBy }) => spentBy === txid))
  const wallet = judged.shops.find(({ businessId }) => businessId === order.businessId)?.wallets.BTC
  const toPayout = (transaction: Transaction): Payout => {
    const paid = (to: (address: string | undefined) => boolean): bigint =>
      total(transaction.vout.flatMap(({ value, scriptPubKey }) => (to(scriptPubKey.address) ? [toSats(value)] : [])))
    const spent = total(transaction.vin.map(({ txid, vout }) => coins.get(`${txid}:${vout}`)?.units ?? 0n))
    return {
      txId: transaction.txid,
      merchant: paid((address) => address === wallet),
      platform: paid((address) => address === judged.platform.BTC),
      payer: order.returnTo === undefined ? 0n : paid((address) => address === order.returnTo),
      astray: paid((address) => address === undefined || ![wallet, judged.platform.BTC, order.returnTo].includes(address)),
      networkFee: spent - paid(() => true),
    }
  }
  return { received: total(own.map(({ units }) => units)), left, payouts: payouts.map(toPayout) }
}

/** The node prints coins as JSON numbers with 8 decimals; a double is exact to the satoshi below 90 million coins. */
const toSats = (coins: number): bigint => BigInt(Math.round(coins * 1e8))
