/** How a hold ends: by itself, by the operator's command of that name, or once an operator has repaired the data or configuration. */
type Ending = 'itself' | 'lift' | 'release' | 'mending'

const endings = {
  above_velocity_cap: 'release',
  account_balance_unknown: 'itself',
  address_does_not_follow_from_commit: 'mending',
  address_is_busy: 'itself',
  amount_differs_from_deposits: 'mending',
  below_cost_of_forwarding: 'itself',
  chain_has_no_deposit_contracts: 'mending',
  chain_is_not_served: 'mending',
  commit_differs_from_pin: 'mending',
  contract_deadline_is_near: 'mending',
  contract_decided_otherwise: 'itself',
  daily_flush_limit: 'itself',
  decider_is_not_ours: 'mending',
  deposits_do_not_match: 'itself',
  deposits_of_another: 'mending',
  fee_rate_above_cap: 'itself',
  flush_failed: 'itself',
  flush_fee_differs: 'mending',
  flush_refused_by_book: 'mending',
  gas_above_cap: 'itself',
  gas_payer_short: 'itself',
  lightning_hot_balance: 'itself',
  lightning_payment_too_large: 'itself',
  lightning_wallet_hour: 'itself',
  intent_differs_from_commit: 'mending',
  network_differs_from_seal: 'mending',
  network_fee_above_cap: 'itself',
  no_current_fee_estimate: 'itself',
  no_current_price: 'itself',
  no_price_for_cap: 'release',
  not_usable_yet: 'itself',
  outcome_is_not_proven: 'mending',
  outcome_is_not_due: 'itself',
  pin_refused: 'mending',
  rest_below_least_balance: 'itself',
  return_was_withdrawn: 'mending',
  settlement_refused_by_book: 'mending',
  source_is_no_pool_address: 'mending',
  stored_bytes_are_not_ours: 'mending',
  transaction_refused: 'itself',
  transaction_reverted: 'itself',
  unpinned: 'itself',
} as const satisfies Readonly<Record<string, Ending>>

/** A hold reason without a scope. */
export type PlainHoldReason = keyof typeof endings

/** Why a payout waits. A pause names its scope. */
export type HoldReason = PlainHoldReason | `paused:${string}`

/** Every hold reason and how it ends; `paused` covers all scopes. */
export const holdEndings: Readonly<Record<PlainHoldReason | 'paused', Ending>> = { ...endings, paused: 'lift' }

/** A hold reason as merchants see it: what ends by itself by its own name, and else whom the payout waits for. */
export function shownHoldReason(reason: string): string {
  if (reason.startsWith('paused:')) return 'paused'
  const ending = Object.hasOwn(endings, reason) ? endings[reason as PlainHoldReason] : 'mending'
  return shownEndings[ending] ?? reason
}

const shownEndings: Readonly<Partial<Record<Ending, string>>> = {
  lift: 'paused',
  release: 'awaits_approval',
  mending: 'under_investigation',
}

/** Reasons that operators may release; every other one is a fault or ends by itself. */
export const releasableReasons: ReadonlySet<string> = new Set(
  Object.entries(endings).flatMap(([reason, ending]) => (ending === 'release' ? [reason] : [])),
)

/** Reasons of payouts that cost too much for their amount, so that a further deposit helps. */
export const tooSmallReasons = ['below_cost_of_forwarding', 'network_fee_above_cap'] as const satisfies readonly PlainHoldReason[]

/**
 * Reasons of unsettled payouts: a final block contains them, but the ledger rejects them. They are never signed again; only their
 * settlement is missing.
 */
export const unsettledReasons = [
  'flush_fee_differs',
  'flush_refused_by_book',
  'settlement_refused_by_book',
] as const satisfies readonly PlainHoldReason[]

const HOUR_MS = 60 * 60 * 1_000

/** Delay before a settlement that the ledger rejected is tried again. */
export const LEDGER_RETRY_MS = HOUR_MS
