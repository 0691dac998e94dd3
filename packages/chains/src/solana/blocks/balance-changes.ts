import { sumUnits } from '@gateway/domain/money/units'
import type { Spend, Transfer } from '../../rail/transfer.ts'
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
  readonly tokenAccount?: string
}

/**
 * Reads a transaction by the balances before and after it: whatever moved the money, and through however many programs, shows there. A failed
 * one gave nothing, and took its fee.
 * SOL belongs to the account's address, tokens to the account's owner. The lamports of token accounts are their rent and no payment.
 */
export function readBalanceChanges(rail: SolanaRail, told: BlockTransaction): BalanceChanges {
  const txId = told.transaction.signatures[0] ?? ''
  const changes = [...nativeChanges(told, txId), ...tokenChanges(told, txId)]
  const gained = told.meta.err === null ? changes.filter(({ units }) => units > 0n) : []
  const lost = changes.filter(({ units }) => units < 0n)
  return {
    transfers: gained.map(({ address: to, mint, ...change }) => ({ ...change, txId, to, ...moneyOf(rail, mint) })),
    spends: lost.map(({ address: from, mint, units }) => ({ txId, from, units: -units, ...moneyOf(rail, mint) })),
  }
}

function moneyOf(rail: SolanaRail, mint: string | null): Pick<Transfer, 'asset' | 'token'> {
  const asset = rail.assetOfMint(mint)
  return { asset, token: asset === null ? mint : null }
}

/**
 * What a transaction cost its senders: its fee, and the rent of new token accounts less that of closed ones. 0 when it gave back more than
 * it took, which is a transfer to them.
 */
export function costOf(told: BlockTransaction): bigint {
  const lost = -sumUnits(nativeChanges(told, ''))
  return lost > 0n ? lost : 0n
}

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
function tokenChanges({ transaction, meta }: BlockTransaction, txId: string): Change[] {
  const before = tokensOf(meta.preTokenBalances)
  const after = tokensOf(meta.postTokenBalances)
  const changeOf = ({ accountIndex, owner, mint }: TokenBalance, units: bigint): Change[] => {
    const tokenAccount = transaction.accountKeys[accountIndex]?.pubkey
    if (owner === undefined || tokenAccount === undefined || units === 0n) return []
    return [{ ref: refOf(txId, accountIndex), address: owner, mint, units, tokenAccount }]
  }
  const left = before.filter((balance) => !after.some(isSame(balance)))
  return [
    ...after.flatMap((balance) => changeOf(balance, amountOf(balance) - amountOf(before.find(isSame(balance))))),
    ...left.flatMap((balance) => changeOf(balance, -amountOf(balance))),
  ]
}

const isSame =
  ({ accountIndex, owner, mint }: TokenBalance) =>
  (other: TokenBalance): boolean =>
    other.accountIndex === accountIndex && other.owner === owner && other.mint === mint

const amountOf = (balance: TokenBalance | undefined): bigint => balance?.uiTokenAmount.amount ?? 0n

const tokensOf = (balances: readonly TokenBalance[] | null | undefined): readonly TokenBalance[] => balances ?? []

const refOf = (txId: string, accountIndex: number): string => `${txId}:${accountIndex}`
