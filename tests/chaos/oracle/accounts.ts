import { type Case, type CaseDeposit, type Chain, chainOf, depositsOf } from './case.ts'
import { type Money, type Moved, type Payout, total } from './money.ts'
import { askAll, askOne } from './rpc.ts'

interface TokenBalance {
  readonly mint: string
  readonly owner: string
  readonly uiTokenAmount: { readonly amount: string }
}

/** A transaction as `getBlock` shows it with the details `accounts`. */
interface Shown {
  readonly transaction: { readonly accountKeys: readonly { readonly pubkey: string }[]; readonly signatures: readonly string[] }
  readonly meta: {
    readonly fee: number
    readonly preBalances: readonly number[]
    readonly postBalances: readonly number[]
    readonly preTokenBalances: readonly TokenBalance[]
    readonly postTokenBalances: readonly TokenBalance[]
  }
}

type Units = ReadonlyMap<string, bigint>

/** A transaction, failed ones too, with what it changed. The first signature is its id, the first account its fee payer. */
interface Change {
  readonly txId: string
  readonly feePayer: string
  readonly fee: bigint
  /** By address. */
  readonly coins: Units
  /** By owner, all of its accounts together. */
  readonly tokens: Units
}

const AT = { commitment: 'finalized' } as const

/** Reads every transaction of a chain of accounts, which is short in development. */
export async function readAccounts(judged: Case, chain: Chain): Promise<Money> {
  const { rpc, usdc = '', gasPayer } = judged.nodes[chain]
  const changes = await readChanges(rpc, usdc)
  const deposits = depositsOf(judged).flatMap(({ asset, address }) => (chainOf(asset) === chain ? [address] : []))
  const takesFromDeposit = ({ coins, tokens }: Change): boolean =>
    deposits.some((address) => (coins.get(address) ?? 0n) < 0n || (tokens.get(address) ?? 0n) < 0n)
  return {
    at: (deposit) => movedAt(deposit, judged.platform[chain], changes),
    balanceOf: (asset, address) => (asset === chain ? coinsOf(rpc, address) : tokensOf(rpc, { owner: address, mint: usdc })),
    outgoing: changes.flatMap((change) => {
      if (change.feePayer === gasPayer) return [{ chain, txId: change.txId, what: 'sent by the gas payer' }]
      return takesFromDeposit(change) ? [{ chain, txId: change.txId, what: 'takes from a deposit' }] : []
    }),
    coins: new Map(),
  }
}

async function readChanges(rpc: string, mint: string): Promise<Change[]> {
  const slots = await askOne<number[]>(rpc, 'getBlocks', [0, AT])
  const details = { ...AT, transactionDetails: 'accounts', maxSupportedTransactionVersion: 0, rewards: false }
  const blocks = await askAll<{ transactions: readonly Shown[] }>(
    rpc,
    slots.map((slot) => ({ method: 'getBlock', params: [slot, details] })),
  )
  return blocks.flatMap(({ transactions }) => transactions.map((shown) => changeOf(shown, mint)))
}

function changeOf({ transaction: { accountKeys, signatures }, meta }: Shown, mint: string): Change {
  const own = (balances: readonly TokenBalance[]) =>
    balances.flatMap((one) => (one.mint === mint ? [{ owner: one.owner, units: BigInt(one.uiTokenAmount.amount) }] : []))
  const coins = new Map(
    accountKeys.map(({ pubkey }, at) => [pubkey, BigInt(meta.postBalances[at] ?? 0) - BigInt(meta.preBalances[at] ?? 0)]),
  )
  const tokens = new Map<string, bigint>()
  const add = (owner: string, units: bigint) => tokens.set(owner, (tokens.get(owner) ?? 0n) + units)
  for (const { owner, units } of own(meta.postTokenBalances)) add(owner, units)
  for (const { owner, units } of own(meta.preTokenBalances)) add(owner, -units)
  return { txId: signatures[0] ?? '', feePayer: accountKeys[0]?.pubkey ?? '', fee: BigInt(meta.fee), coins, tokens }
}

const coinsOf = async (rpc: string, address: string): Promise<bigint> =>
  BigInt((await askOne<{ value: number }>(rpc, 'getBalance', [address, AT])).value)

async function tokensOf(rpc: string, { owner, mint }: { owner: string; mint: string }): Promise<bigint> {
  type Held = { value: readonly { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }[] }
  const { value } = await askOne<Held>(rpc, 'getTokenAccountsByOwner', [owner, { mint }, { ...AT, encoding: 'jsonParsed' }])
  return total(value.map(({ account }) => BigInt(account.data.parsed.info.tokenAmount.amount)))
}

function movedAt({ address, asset, payee, returnTo }: CaseDeposit, platform: string, changes: readonly Change[]): Moved {
  const isCoin = asset === chainOf(asset)
  const unitsIn = (change: Change): Units => (isCoin ? change.coins : change.tokens)
  const own = changes.map((change) => ({ change, units: unitsIn(change).get(address) ?? 0n }))
  const toPayout = (change: Change): Payout => {
    const paid = (to: (owner: string) => boolean): bigint =>
      total([...unitsIn(change)].flatMap(([owner, units]) => (units > 0n && to(owner) ? [units] : [])))
    return {
      txId: change.txId,
      merchant: paid((to) => to === payee),
      platform: paid((to) => to === platform),
      payer: paid((to) => to === returnTo),
      astray: paid((to) => ![payee, platform, returnTo].includes(to)),
      networkFee: isCoin && change.feePayer === address ? change.fee : 0n,
    }
  }
  return {
    received: total(own.flatMap(({ units }) => (units > 0n ? [units] : []))),
    left: total(own.map(({ units }) => units)),
    payouts: own.flatMap(({ change, units }) => (units < 0n ? [toPayout(change)] : [])),
  }
}
