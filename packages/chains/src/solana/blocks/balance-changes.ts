import type { Spend, Transfer } from '../../rail.ts'
import type { SolanaRail } from '../rail.ts'
import type { BlockTransaction, TokenBalance } from './shapes.ts'

/** What a transaction gave to addresses, and what it took from them. */
export interface BalanceChanges {
  readonly transfers: readonly Transfer[]
  readonly spends: readonly Spend[]
}

/** A change of one account; `ref` names it on the chain. */
interface Change {
  readonly ref: string
  readonly address: string
  /** Null for SOL. */
  readonly mint: string | null
  /** Never 0. */
  readonly units: bigint
}

/**
 * Reads a transaction by the balances before and after it: whatever moved the money, and through however many programs, shows there. A failed
 * one gave nothing, and took its fee.
 * SOL belongs to the account's address, tokens to the account's owner. The lamports of token accounts are their rent and no payment.
 */
export function readBalanceChanges(rail: SolanaRail, told: BlockTransaction): BalanceChanges {
  const txId = told.transaction.signatures[0] ?? ''
  const changes = [...nativeChanges(told, txId), ...tokenChanges(told, txId)]
  const named = changes.map(({ ref, address, mint, units }) => ({ ref, txId, address, asset: rail.assetOfMint(mint), token: mint, units }))
  const gained = told.meta.err === null ? named.filter(({ units }) => units > 0n) : []
  const lost = named.filter(({ units }) => units < 0n)
  return {
    transfers: gained.map(({ ref, address: to, asset, token, units }) => ({ ref, txId, to, asset, token: tokenOf(asset, token), units })),
    spends: lost.map(({ address: from, asset, token, units }) => ({ txId, from, asset, token: tokenOf(asset, token), units: -units })),
  }
}

const tokenOf = (asset: Transfer['asset'], mint: string | null): string | null => (asset === null ? mint : null)

function nativeChanges({ transaction, meta }: BlockTransaction, txId: string): Change[] {
  const holdsTokens = new Set(
    [...tokensOf(meta.preTokenBalances), ...tokensOf(meta.postTokenBalances)].map(({ accountIndex }) => accountIndex),
  )
  return transaction.accountKeys.flatMap(({ pubkey }, at): Change[] => {
    const [before, after] = [meta.preBalances[at] ?? 0, meta.postBalances[at] ?? 0]
    if (before === after || holdsTokens.has(at)) return []
    return [{ ref: refOf(txId, at), address: pubkey, mint: null, units: BigInt(after) - BigInt(before) }]
  })
}

/** A token account can change its owner and, closed and created again, even its mint: then one loses all and the other gains all. */
function tokenChanges({ meta }: BlockTransaction, txId: string): Change[] {
  const before = tokensOf(meta.preTokenBalances)
  const after = tokensOf(meta.postTokenBalances)
  const gained = after.map((balance) => changeOf(txId, balance, amountOf(balance) - amountOf(before.find(isSame(balance)))))
  const left = before.filter((balance) => !after.some(isSame(balance)))
  const lost = left.map((balance) => changeOf(txId, balance, -amountOf(balance)))
  return [...gained, ...lost].flatMap((change) => (change === undefined || change.units === 0n ? [] : [change]))
}

const changeOf = (txId: string, { accountIndex, owner, mint }: TokenBalance, units: bigint): Change | undefined =>
  owner === undefined ? undefined : { ref: refOf(txId, accountIndex), address: owner, mint, units }

const isSame =
  ({ accountIndex, owner, mint }: TokenBalance) =>
  (other: TokenBalance): boolean =>
    other.accountIndex === accountIndex && other.owner === owner && other.mint === mint

const amountOf = (balance: TokenBalance | undefined): bigint => balance?.uiTokenAmount.amount ?? 0n

const tokensOf = (balances: readonly TokenBalance[] | null | undefined): readonly TokenBalance[] => balances ?? []

const refOf = (txId: string, accountIndex: number): string => `${txId}:${accountIndex}`
