import type { PlainHoldReason } from '@gateway/domain/custody/hold-reasons'

/** Reasons of money that no payout has taken, as `held` lists them; `late` is of invoices. */
type UntakenReason =
  | 'above_balance_gain'
  | 'after_late_window'
  | 'balance_unread'
  | 'came_after_a_return'
  | 'late'
  | 'no_price'
  | 'payment_failed'
  | 'rate_fell'
  | 'underpaid'
  | 'waits_for_confirmations'
  | 'waits_for_earlier_round'
  | 'waits_for_the_signer'
  | 'wrong_asset'

/** Each reason as the end of a sentence that begins with "because". The runbook says more about each. */
const phrases: Readonly<Record<PlainHoldReason | UntakenReason, string>> = {
  above_balance_gain: 'its address gained less in that block; what the address holds in a final block counts',
  above_velocity_cap: 'payouts of the asset would exceed the cap of this hour or day',
  address_does_not_follow_from_commit: 'its address does not follow from its payout terms, so a row was changed',
  after_late_window: 'it arrived after the late window',
  amount_differs_from_deposits: 'the amount of its payout differs from its deposits, so a row was changed',
  balance_unread: 'the node could not tell the balance of its address in that block; a final block decides',
  below_cost_of_forwarding: 'sending it costs too much for its amount',
  came_after_a_return: 'it arrived after money of the payment was refunded',
  chain_has_no_deposit_contracts: 'its chain has no deposit contracts',
  chain_is_not_served: "the signer's CHAINS lack its chain",
  commit_differs_from_pin: 'its payout terms differ from those that the signer pinned, so a row was changed',
  contract_deadline_is_near: 'its escrow contract can soon be refunded by anybody, so a release is not signed any more',
  contract_decided_otherwise:
    'its escrow contract was settled otherwise by somebody else; once that block is final, the escrow follows the contract',
  daily_flush_limit: 'its address was flushed as often as a day allows',
  account_balance_unknown: 'the balance of an account that it pays is not known yet',
  address_is_busy: 'another payout of the same address is on its way',
  rest_below_least_balance: 'what would stay at its address is too little for the network',
  decider_is_not_ours: 'the account that decides its escrow contract is none of the signer',
  deposits_do_not_match: 'a reorganisation has taken what it would pay',
  deposits_of_another: 'its payout takes deposits of another payment, so a row was changed',
  fee_rate_above_cap: 'the fee rate of the chain is above the cap',
  flush_failed: 'a final flush moved none of it, which the signer tries again a day later',
  flush_fee_differs: 'it has left with another fee than its payout terms say, and the ledger rejects that',
  flush_refused_by_book: 'it has left, and the ledger rejects its settlement',
  gas_above_cap: 'the gas price of the chain is above the cap',
  gas_payer_short: 'the gas payer cannot cover the gas',
  intent_differs_from_commit: 'its payout does not match its payout terms, so a row was changed',
  network_differs_from_seal: 'the signer serves another network than its seed was sealed for',
  network_fee_above_cap: 'the network fee is above the cap for its amount',
  no_current_fee_estimate: 'there is no fee estimate that is recent enough',
  no_current_price: 'there is no trustworthy price of it or of its gas',
  no_price: 'it arrived late, when there was no trustworthy price; the next price decides',
  no_price_for_cap: 'it has no price, so it cannot be counted against the cap',
  not_usable_yet: 'the signer counts a longer hold of its refund than the other processes',
  outcome_is_not_due: 'the time of its outcome has not come by the clock of the signer',
  outcome_is_not_proven: 'nothing proves to the signer that its outcome was decided, so a row was changed',
  payment_failed: 'its payment has failed',
  pin_refused: 'the signer refused its payout terms',
  rate_fell: 'it arrived late, when the coin had lost more value than the payment allows',
  return_was_withdrawn: 'its refund was withdrawn, and a payout of it exists all the same',
  settlement_refused_by_book: 'it has left, and the ledger rejects its settlement',
  source_is_no_pool_address: 'its payout is from an address that is none of the pool',
  stored_bytes_are_not_ours: 'the stored transaction is not the one that was signed, so a row was changed',
  transaction_refused: 'nodes refused its transaction until it expired, which the signer tries again a day later',
  transaction_reverted: 'a final transaction moved none of it, which the signer tries again an hour later',
  late: 'it arrived when its invoice asked for nothing more, or after the rate of its amount had ended',
  lightning_hot_balance: 'the Lightning node holds more than its cap: move a part to cold storage',
  lightning_payment_too_large: 'it is above the largest Lightning payment that the operator allows',
  lightning_wallet_hour: 'the sends of its Lightning wallet would exceed the cap of an hour',
  underpaid: 'less arrived than is due',
  unpinned: 'the signer has not checked its payout terms yet',
  waits_for_confirmations: 'its deposits have no confirmations',
  waits_for_earlier_round: 'an earlier payout of its payment is not final',
  waits_for_the_signer: 'the signer has not signed its payout yet',
  wrong_asset: "it is another asset than the payment's",
}

/** Reasons that carry a fact after their name, each with the groups of its text. */
const withFacts: readonly (readonly [RegExp, (...facts: readonly string[]) => string])[] = [
  [/^paused:(.+)$/, (scope = '') => `payouts of ${scope === 'global' ? 'everything' : scope} are paused`],
  [/^gas_payer_short: (.+)$/, (need = '') => `the gas payer cannot cover the gas: ${need}`],
  [/^offered_back_until (.+)$/, (until = '') => `the payer was offered it back, and can claim it until ${until} UTC`],
  [/^goes_back_from (\S+ \S+) to (.+)$/, (at = '', to = '') => `the payer claimed it back, and it leaves for ${to} at ${at} UTC`],
  [/^return_waits: (.+), to (\S+)$/, (reason = '', to = '') => `its refund to ${to} waits: ${holdPhrase(reason)}`],
]

/** Why money waits, as the end of a sentence that begins with "because". A reason without a phrase is named. */
export function holdPhrase(reason: string): string {
  if (isKnown(reason)) return phrases[reason]
  for (const [pattern, say] of withFacts) {
    const match = pattern.exec(reason)
    if (match) return say(...match.slice(1))
  }
  return `of ${reason}`
}

const isKnown = (reason: string): reason is keyof typeof phrases => Object.hasOwn(phrases, reason)
