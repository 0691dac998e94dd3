/** The alert that an alarm raises, or why its log line is enough. */
type Told = { readonly alert: string } | { readonly why: string }

const alarms = {
  address_withdrawn: { alert: 'AddressWithdrawn' },
  balance_short: { alert: 'InvariantBroken' },
  below_cost_for_a_day: { alert: 'ForwardBelowCost' },
  card_amount_differs: { alert: 'CardHeld' },
  card_fee_refund_refused: { alert: 'CardHeld' },
  card_hold_end_refused: { alert: 'CardHeld' },
  card_merchant_is_owed: { alert: 'CardHeld' },
  card_refund_returned: { alert: 'CardHeld' },
  database_behind: { alert: 'PayoutsPaused' },
  deposit_unproven: { alert: 'DepositUnproven' },
  escrow_outcome_differs: {
    why: 'The contract pays by the one outcome that it has recorded and pays nothing else, so no money is at risk. The parties have to be told.',
  },
  fees_above_cap_for_a_day: { alert: 'FeeCapsHold' },
  flush_failed: { alert: 'ForwardWaits' },
  flush_fee_differs: { alert: 'ForwardWaits' },
  flush_refused_by_book: { alert: 'ForwardWaits' },
  flush_short: { alert: 'FlushShort' },
  gas_payer_short: { alert: 'GasPayerShort' },
  invariant_broken: { alert: 'InvariantBroken' },
  node_refused: { alert: 'NodeRefused' },
  nonce_used_elsewhere: {
    why: 'Its payouts are signed again automatically. InvariantBroken pages unless that transaction paid out deposits.',
  },
  payment_reorged: { alert: 'PaymentReorged' },
  payout_denied: { alert: 'ForwardWaits' },
  payouts_paused: { alert: 'PayoutsPaused' },
  pin_refused: {
    why: 'No payout is signed for it and its address is never shown; ForwardWaits pages for deposits that arrive anyway.',
  },
  pool_low: { alert: 'PoolLow' },
  pool_signature: { why: 'The address is skipped. If every address had a bad signature, ApiFails would page.' },
  rate_held: { alert: 'RateHeld' },
  refund_reorged: { alert: 'RefundReorged' },
  return_named: { alert: 'ReturnNamed' },
  settlement_refused_by_book: { alert: 'ForwardWaits' },
  sweep_item_fails: { alert: 'SweepItemsFail' },
  transaction_refused: { alert: 'ForwardWaits' },
  transaction_reverted: { alert: 'ForwardWaits' },
  wallet_refused: { why: 'Payments to it are rejected one by one, and none is shown.' },
  watch_forged: { why: 'Nothing is posted for it. The line shows that an attacker writes with the database login of the api.' },
  webhook_secret: { why: 'Its deliveries fail like those of a receiver that is down, and its merchant sees the failures.' },
} as const satisfies Readonly<Record<string, Told>>

/** The names of alarms; one that is missing here does not compile. */
export type AlarmName = keyof typeof alarms

/** Every alarm with its alert. */
export const loggedAlarms: Readonly<Record<AlarmName, Told>> = alarms
