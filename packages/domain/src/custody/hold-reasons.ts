/**
 * Who ends a hold: nobody, because it passes or is tried again; an operator with the command of that name; or whoever puts rows or settings back that
 * are not what they should be, after which it passes.
 */
type Ending = 'itself' | 'lift' | 'release' | 'mending'

const endings = {
  above_velocity_cap: 'release',
  address_does_not_follow_from_commit: 'mending',
  amount_differs_from_deposits: 'mending',
  below_cost_of_forwarding: 'itself',
  chain_has_no_deposit_contracts: 'mending',
  chain_is_not_served: 'mending',
  commit_differs_from_pin: 'mending',
  daily_flush_limit: 'itself',
  deposits_do_not_match: 'itself',
  deposits_of_another: 'mending',
  fee_rate_above_cap: 'itself',
  flush_failed: 'itself',
  flush_fee_differs: 'mending',
  flush_refused_by_book: 'mending',
  gas_above_cap: 'itself',
  gas_payer_short: 'itself',
  intent_differs_from_commit: 'mending',
  network_differs_from_seal: 'mending',
  network_fee_above_cap: 'itself',
  no_current_fee_estimate: 'itself',
  no_current_price: 'itself',
  no_price_for_cap: 'release',
  not_usable_yet: 'itself',
  pin_refused: 'mending',
  return_was_withdrawn: 'mending',
  settlement_refused_by_book: 'mending',
  source_is_no_pool_address: 'mending',
  stored_bytes_are_not_ours: 'mending',
  transaction_reverted: 'itself',
  unpinned: 'itself',
} as const satisfies Readonly<Record<string, Ending>>

/** A reason that stands for itself. */
export type PlainHoldReason = keyof typeof endings

/** Why a payout waits. A pause says which scope it is of. */
export type HoldReason = PlainHoldReason | `paused:${string}`

/** Every reason that a payout can be held for, and who ends it; `paused` stands for all scopes. */
export const holdEndings: Readonly<Record<PlainHoldReason | 'paused', Ending>> = { ...endings, paused: 'lift' }

/** Reasons that operators may set aside; every other one says that something is wrong, or passes by itself. */
export const releasableReasons: ReadonlySet<string> = new Set(
  Object.entries(endings).flatMap(([reason, ending]) => (ending === 'release' ? [reason] : [])),
)

/** Reasons of payouts that cost too much for what they move, so that more money helps. */
export const tooSmallReasons = ['below_cost_of_forwarding', 'network_fee_above_cap'] as const satisfies readonly PlainHoldReason[]

/**
 * Reasons of payouts that a final block shows to have left, and that the book does not follow. None of them is ever signed for again: what is missing
 * is their settlement.
 */
export const unsettledReasons = [
  'flush_fee_differs',
  'flush_refused_by_book',
  'settlement_refused_by_book',
] as const satisfies readonly PlainHoldReason[]

const HOUR_MS = 60 * 60 * 1_000

/** How long the book is left alone with what it has refused, or what does not fit it, before it is asked again. */
export const LEDGER_RETRY_MS = HOUR_MS
