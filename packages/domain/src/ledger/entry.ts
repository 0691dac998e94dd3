import type { Mode } from '../kernel/id.ts'
import type { AssetCode, ChainCode } from '../money/asset.ts'
import type { FiatCode } from '../money/fiat.ts'

/** An asset with a book of its own: a coin or token in base units, a currency in its smallest unit, or bitcoin on Lightning (`LN`) in millisatoshis. */
export type LedgerAsset = AssetCode | FiatCode | 'LN'

/** Accounts for money that arrived and is no claim yet: of a payment, or without an owner until an operator decides. */
export type HeldAccount = 'payment:held' | 'escrow:held' | 'suspense:late' | 'suspense:wrong_asset' | 'suspense:excess'

/** The account codes of the ledger. Claims are positive, custody is negative. */
export type AccountCode =
  | 'chain:deposit'
  | 'chain:inflight'
  | 'chain:treasury'
  | HeldAccount
  | 'suspense:shortfall'
  | 'suspense:unknown'
  | 'card:clearing'
  | 'ln:node'
  | 'ln:wallet'
  | 'ln:reserve'
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

/** The account table: which accounts exist, and the bounds of their balances. */
export const accountBounds = {
  'chain:deposit': CUSTODY,
  'chain:inflight': CUSTODY,
  // Treasury coins can arrive unseen from within a contract, and pay gas.
  'chain:treasury': FREE,
  'payment:held': CLAIM,
  'escrow:held': CLAIM,
  'suspense:late': CLAIM,
  'suspense:wrong_asset': CLAIM,
  'suspense:excess': CLAIM,
  // For a business the credited amount that was not moved, for a chain the counted coins that were not there.
  'suspense:shortfall': FREE,
  // Money at the card processor that belongs to no payment, or to one of another amount.
  'suspense:unknown': CLAIM,
  // What the platform has at the card processor; its cost and its payouts take it below and above 0.
  'card:clearing': FREE,
  // What of the money in the node's channels belongs to wallets.
  'ln:node': CUSTODY,
  'ln:wallet': CLAIM,
  'ln:reserve': CLAIM,
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
  /** A business, a chain, a Lightning wallet, or the platform. */
  readonly owner: string
  readonly units: bigint
}

/** What a transfer is posted for. */
export interface PostingKey {
  /** A deposit, a payout, or a transaction; the orphaned block for a reversal. */
  readonly ref: string
  /** How many earlier postings of the same kind and reference were reversed; of a deposit, how often it was orphaned. */
  readonly revision: number
}

/** A balanced movement in one asset's ledger; unique by kind, chain, key and reversed transfer, so it is posted once. */
export interface LedgerTransfer extends PostingKey {
  readonly kind: TransferKind
  /** The chain of the transaction that it is posted for; null where the reference is unique without it. */
  readonly chain: ChainCode | null
  /** The id of the reversed transfer; null unless this is a reversal. */
  readonly reverses: string | null
  readonly asset: LedgerAsset
  readonly mode: Mode
  readonly entries: readonly Entry[]
}

/** Why a transfer was posted. */
export type TransferKind =
  | 'deposit'
  | 'plan'
  | 'broadcast'
  | 'settle'
  | 'gas'
  | 'opening'
  | 'funding'
  | 'moved'
  | 'reversal'
  | CardTransferKind
  | LightningTransferKind

/** Why a transfer of the card rail was posted. */
export type CardTransferKind =
  | 'card_charge'
  | 'card_cost'
  | 'card_release'
  | 'card_refund'
  | 'card_refund_failed'
  | 'card_reversal'
  | 'card_dispute'
  | 'card_unmatched'

/** Why a transfer of Lightning wallets was posted. */
export type LightningTransferKind = 'ln_received' | 'ln_internal' | 'ln_reserved' | 'ln_settled' | 'ln_failed'
