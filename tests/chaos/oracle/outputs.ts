import { type Case, type CaseDeposit, chainOf, depositsOf } from './case.ts'
import { type Coin, type Money, type Moved, type Payout, total } from './money.ts'
import type { Dialect, Transaction } from './output-dialects.ts'
import { askAll, askOne } from './rpc.ts'

interface SpentCoin extends Coin {
  spentBy?: string
}

/** Reads the whole chain, which is short on regtest. */
export async function readOutputs(judged: Case, dialect: Dialect): Promise<Money> {
  const { chain } = dialect
  const waiting = depositsOf(judged).filter(({ asset }) => chainOf(asset) === chain)
  const ours = new Set([
    ...waiting.flatMap(({ address, payee, returnTo }) => [address, payee, returnTo ?? []].flat()),
    ...judged.shops.map(({ wallets }) => wallets[chain]),
    judged.platform[chain],
  ])
  const transactions = await readTransactions(judged.nodes[chain].rpc, dialect)
  const coins = findCoins(transactions, ours)
  const deposits = new Set(waiting.map(({ address }) => address))
  const spending = transactions.filter(({ txid }) =>
    [...coins.values()].some((coin) => coin.spentBy === txid && deposits.has(coin.address)),
  )
  const unspent = (address: string): bigint =>
    total([...coins.values()].flatMap((coin) => (coin.address === address && coin.spentBy === undefined ? [coin.units] : [])))
  return {
    at: (deposit) => movedAt(deposit, { platform: judged.platform[chain], coins, spending, left: unspent(deposit.address) }),
    balanceOf: async (_asset, address) => unspent(address),
    outgoing: spending.map(({ txid }) => ({ chain, txId: txid, what: 'spends a deposit' })),
    coins,
  }
}

async function readTransactions(rpc: string, { transactionsOf }: Dialect): Promise<Transaction[]> {
  const height = await askOne<number>(rpc, 'getblockcount')
  const heights = Array.from({ length: height + 1 }, (_, index) => index)
  const hashes = await askAll<string>(
    rpc,
    heights.map((one) => ({ method: 'getblockhash', params: [one] })),
  )
  const blocks = await askAll<object>(
    rpc,
    hashes.map((hash) => ({ method: 'getblock', params: [hash, 2] })),
  )
  return blocks.flatMap(transactionsOf)
}

/** Every output that was ever paid to one of the addresses, by its outpoint. */
function findCoins(transactions: readonly Transaction[], addresses: ReadonlySet<string>): Map<string, SpentCoin> {
  const coins = new Map<string, SpentCoin>()
  for (const { txid, vout } of transactions)
    for (const { n, value, address } of vout)
      if (address !== undefined && addresses.has(address)) coins.set(`${txid}:${n}`, { address, units: toSats(value) })
  for (const { txid, vin } of transactions)
    for (const input of vin) {
      const coin = coins.get(`${input.txid}:${input.vout}`)
      if (coin) coin.spentBy = txid
    }
  return coins
}

interface Seen {
  readonly platform: string
  readonly coins: ReadonlyMap<string, SpentCoin>
  readonly spending: readonly Transaction[]
  readonly left: bigint
}

function movedAt({ address: at, payee, returnTo }: CaseDeposit, { platform, coins, spending, left }: Seen): Moved {
  const own = [...coins.values()].filter(({ address }) => address === at)
  const payouts = spending.filter(({ txid }) => own.some(({ spentBy }) => spentBy === txid))
  const toPayout = (transaction: Transaction): Payout => {
    const paid = (to: (address: string | undefined) => boolean): bigint =>
      total(transaction.vout.flatMap(({ value, address }) => (to(address) ? [toSats(value)] : [])))
    const spent = total(transaction.vin.map(({ txid, vout }) => coins.get(`${txid}:${vout}`)?.units ?? 0n))
    return {
      txId: transaction.txid,
      merchant: paid((address) => address === payee),
      platform: paid((address) => address === platform),
      payer: returnTo === undefined ? 0n : paid((address) => address === returnTo),
      astray: paid((address) => address === undefined || ![payee, platform, returnTo].includes(address)),
      networkFee: spent - paid(() => true),
    }
  }
  return { received: total(own.map(({ units }) => units)), left, payouts: payouts.map(toPayout) }
}

/** The node prints coins as JSON numbers with 8 decimals; a double is exact to the satoshi below 90 million coins. */
const toSats = (coins: number): bigint => BigInt(Math.round(coins * 1e8))
