import { type Asset, type Case, type CaseDeposit, type CaseNode, type Chain, chainOf, depositsOf } from './case.ts'
import { type Money, type Moved, type Payout, total } from './money.ts'
import { askAll, askOne } from './rpc.ts'

interface Transaction {
  readonly hash: string
  readonly from: string
  readonly to: string | null
  readonly value: string
}

interface Log {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly transactionHash: string
}

type Shares = Pick<Payout, 'merchant' | 'platform' | 'payer'>

/** The state of the chain, addresses in lower case. */
interface Seen {
  /** Native coins that successful transactions paid, by address. */
  readonly native: ReadonlyMap<string, bigint>
  readonly tokens: readonly { readonly from: string; readonly to: string; readonly units: bigint; readonly txId: string }[]
  /** What contracts paid out by their own logs. */
  readonly flushes: readonly ({ readonly deposit: string; readonly token: string; readonly txId: string } & Shares)[]
  /** Balances of the deposit addresses. */
  readonly left: ReadonlyMap<string, bigint>
}

/** Transfer(address,address,uint256) of EIP-20. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** What contracts log when they have paid: the token, then the amounts of these shares, a word each. */
const payingLogs: Readonly<Record<string, readonly (keyof Shares)[]>> = {
  // Flushed(address,uint256,uint256) of a deposit contract.
  '0x78101cef78686493a17807a2440575cd375dbd104e3223d88d1fb817e8bfe45f': ['merchant', 'platform'],
  // Released(address,uint256,uint256,uint256) of an escrow contract.
  '0x7b381718bec1e0dbc1241809ee9b55f3d783b95880307f002707fad981fa5069': ['merchant', 'platform', 'payer'],
  // Returned(address,uint256) of an escrow contract.
  '0xdd81098bbc043431d4a440ca8823673fd1129893ab79f9838df4cf3d5e381259': ['payer'],
}
/** balanceOf(address) of EIP-20. */
const BALANCE_OF = '0x70a08231'
const NATIVE = `0x${'0'.repeat(40)}`

/** Reads the whole chain, which is short in development. */
export async function readContracts(judged: Case, chain: Chain): Promise<Money> {
  const waiting = depositsOf(judged).filter(({ asset }) => chainOf(asset) === chain)
  const place = { ...judged.nodes[chain], chain }
  const transactions = await readTransactions(place.rpc)
  const balances = await Promise.all(waiting.map(({ asset, address }) => balanceOf(place, asset, address)))
  const left = new Map(waiting.map(({ address }, index) => [address.toLowerCase(), balances[index] ?? 0n]))
  const seen = { native: await paidNative(place.rpc, transactions, left), ...(await readLogs(place)), left }
  const deposits = new Set(left.keys())
  const relayed = transactions.filter(({ from }) => from.toLowerCase() === place.gasPayer?.toLowerCase())
  return {
    at: (deposit) => movedAt(deposit, judged.platform[chain].toLowerCase(), seen),
    balanceOf: (asset, address) => balanceOf(place, asset, address),
    outgoing: [
      ...relayed.map(({ hash }) => ({ chain, txId: hash, what: 'sent by the gas payer' })),
      ...seen.flushes.flatMap(({ deposit, txId }) => (deposits.has(deposit) ? [{ chain, txId, what: 'flushes a deposit' }] : [])),
    ],
    coins: new Map(),
  }
}

async function readTransactions(rpc: string): Promise<Transaction[]> {
  const height = Number(await askOne<string>(rpc, 'eth_blockNumber'))
  const calls = Array.from({ length: height + 1 }, (_, n) => ({ method: 'eth_getBlockByNumber', params: [`0x${n.toString(16)}`, true] }))
  const blocks = await askAll<{ transactions: Transaction[] }>(rpc, calls)
  return blocks.flatMap(({ transactions }) => transactions)
}

async function paidNative(rpc: string, all: readonly Transaction[], deposits: ReadonlyMap<string, bigint>): Promise<Map<string, bigint>> {
  const paying = all.filter(({ to, value }) => to !== null && deposits.has(to.toLowerCase()) && BigInt(value) > 0n)
  const receipts = await askAll<{ status: string }>(
    rpc,
    paying.map(({ hash }) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
  )
  const paid = new Map<string, bigint>()
  for (const [index, { to, value }] of paying.entries()) {
    if (receipts[index]?.status !== '0x1' || to === null) continue
    paid.set(to.toLowerCase(), (paid.get(to.toLowerCase()) ?? 0n) + BigInt(value))
  }
  return paid
}

async function readLogs({ rpc, usdc }: CaseNode): Promise<Pick<Seen, 'tokens' | 'flushes'>> {
  const all = { fromBlock: '0x0', toBlock: 'latest' }
  const transfers = await askOne<Log[]>(rpc, 'eth_getLogs', [{ ...all, address: usdc, topics: [TRANSFER] }])
  const flushes = await askOne<Log[]>(rpc, 'eth_getLogs', [{ ...all, topics: [Object.keys(payingLogs)] }])
  return {
    tokens: transfers.map((log) => ({
      from: addressIn(log.topics[1]),
      to: addressIn(log.topics[2]),
      units: BigInt(log.data),
      txId: log.transactionHash,
    })),
    flushes: flushes.map((log) => ({
      deposit: log.address.toLowerCase(),
      token: addressIn(log.topics[1]),
      txId: log.transactionHash,
      ...sharesIn(log),
    })),
  }
}

function sharesIn({ topics: [topic = ''], data }: Log): Shares {
  const words = data.slice(2).match(/.{64}/g) ?? []
  const unitsOf = (share: keyof Shares): bigint => {
    const word = words[payingLogs[topic]?.indexOf(share) ?? -1]
    return word === undefined ? 0n : BigInt(`0x${word}`)
  }
  return { merchant: unitsOf('merchant'), platform: unitsOf('platform'), payer: unitsOf('payer') }
}

async function balanceOf({ rpc, usdc, chain }: CaseNode & { chain: Chain }, asset: Asset, address: string): Promise<bigint> {
  if (asset === chain) return BigInt(await askOne<string>(rpc, 'eth_getBalance', [address, 'latest']))
  const data = `${BALANCE_OF}${address.slice(2).toLowerCase().padStart(64, '0')}`
  return BigInt(await askOne<string>(rpc, 'eth_call', [{ to: usdc, data }, 'latest']))
}

function movedAt(order: CaseDeposit, platform: string, { native, tokens, flushes, left }: Seen): Moved {
  const address = order.address.toLowerCase()
  const own = flushes.filter(({ deposit }) => deposit === address)
  const lying = left.get(address) ?? 0n
  const chain = chainOf(order.asset)
  if (order.asset === chain) {
    // Coins paid by a contract have no log; the balances of the wallets prove their arrival.
    const payouts = own
      .filter(({ token }) => token === NATIVE)
      .map(({ txId, merchant, platform: fee, payer }) => ({ txId, merchant, platform: fee, payer, astray: 0n, networkFee: 0n }))
    return { received: native.get(address) ?? 0n, left: lying, payouts }
  }
  const [payee, returnTo] = [order.payee.toLowerCase(), order.returnTo?.toLowerCase()]
  const leaving = tokens.filter(({ from }) => from === address)
  const toPayout = (txId: string): Payout => {
    const paid = (to: (address: string) => boolean): bigint =>
      total(leaving.flatMap((one) => (one.txId === txId && to(one.to) ? [one.units] : [])))
    return {
      txId,
      merchant: paid((to) => to === payee),
      platform: paid((to) => to === platform),
      payer: paid((to) => to === returnTo),
      astray: paid((to) => ![payee, platform, returnTo].includes(to)),
      networkFee: 0n,
    }
  }
  const received = total(tokens.flatMap(({ to, units }) => (to === address ? [units] : [])))
  return { received, left: lying, payouts: [...new Set(leaving.map(({ txId }) => txId))].map(toPayout) }
}

/** The address in a 32 bytes word. */
const addressIn = (word = ''): string => `0x${word.slice(-40)}`.toLowerCase()
