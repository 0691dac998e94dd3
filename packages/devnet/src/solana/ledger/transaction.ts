import type { Address, CompiledTransactionMessage } from '@solana/kit'
import type { TokenBalance } from './token-balance.ts'

/** The balances of a transaction's accounts, by their place in its list. */
export interface Balances {
  readonly lamports: readonly bigint[]
  readonly tokens: readonly TokenBalance[]
}

/** An instruction that a program called. */
interface InnerCall {
  readonly programIdIndex: number
  readonly accounts: readonly number[]
  readonly data: string
  readonly stackHeight: number
}

/** A transaction in a block, with its outcome. */
export interface LedgerTransaction {
  readonly signature: string
  readonly signatures: readonly string[]
  readonly slot: number
  readonly wire: Uint8Array
  readonly message: CompiledTransactionMessage
  /** Static accounts, then loaded writable ones, then loaded read-only ones. */
  readonly keys: readonly Address[]
  readonly loaded: { readonly writable: readonly Address[]; readonly readonly: readonly Address[] }
  /** Null when it succeeded; otherwise only its fee was taken. */
  readonly err: unknown
  readonly fee: bigint
  readonly pre: Balances
  readonly post: Balances
  readonly logs: readonly string[]
  readonly inner: readonly { readonly index: number; readonly instructions: readonly InnerCall[] }[]
  readonly computeUnits: bigint
}
