import type { Mode } from '../kernel/id.ts'
import type { AssetCode } from '../money/asset.ts'

/** Where money lies that arrived and is nobody's claim yet: a payment's, or money that belongs nowhere until somebody decides. */
export type HeldAccount = 'payment:held' | 'suspense:late' | 'suspense:wrong_asset'

/** What an account of the book stands for. Claims are positive, custody is negative. */
export type AccountCode =
  | 'chain:deposit'
  | 'chain:inflight'
  | 'chain:treasury'
  | HeldAccount
  | 'suspense:shortfall'
  | 'merchant:payable'
  | 'merchant:receivable'
  | 'party:payable'
  | 'network:fee'
  | 'platform:fee'
  | 'platform:cost'

/** Bounds of an account's balance, enforced by the database. */
export interface AccountBounds {
  readonly floor: bigint | null
  readonly ceiling: bigint | null
}

const CLAIM: AccountBounds = { floor: 0n, ceiling: null }
const CUSTODY: AccountBounds = { floor: null, ceiling: 0n }
const FREE: AccountBounds = { floor: null, ceiling: null }

/** The one account table: which accounts exist and what they may never become. */
export const accountBounds = {
  'chain:deposit': CUSTODY,
  'chain:inflight': CUSTODY,
  // Coins can come here unseen, from within a contract, and pay gas.
  'chain:treasury': FREE,
  'payment:held': CLAIM,
  'suspense:late': CLAIM,
  'suspense:wrong_asset': CLAIM,
  // Of a business what it was credited and was not moved, of a chain the coins that were counted on it and were not there.
  'suspense:shortfall': FREE,
  'merchant:payable': CLAIM,
  'merchant:receivable': CUSTODY,
  'party:payable': CLAIM,
  'network:fee': CLAIM,
  'platform:fee': FREE,
  'platform:cost': FREE,
} as const satisfies Record<AccountCode, AccountBounds>

/** One side of a transfer. */
export interface Entry {
  readonly code: AccountCode
  /** A business, a chain, or the platform. */
  readonly owner: string
  readonly units: bigint
}

/** A balanced movement in one asset's book; unique by kind and reference, so it is posted once. */
export interface LedgerTransfer {
  readonly kind: TransferKind
  readonly ref: string
  readonly asset: AssetCode
  readonly mode: Mode
  readonly entries: readonly Entry[]
}

/** Why a transfer was posted. */
export type TransferKind = 'deposit' | 'plan' | 'broadcast' | 'settle' | 'gas' | 'funding' | 'moved' | 'reversal'
