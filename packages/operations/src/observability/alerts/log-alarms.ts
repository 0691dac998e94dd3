/** Which alert tells what an alarm says, or why nobody has to be told beside the log. */
type Told = { readonly alert: string } | { readonly why: string }

const alarms = {
  address_withdrawn: { alert: 'AddressWithdrawn' },
  balance_short: { alert: 'InvariantBroken' },
  below_cost_for_a_day: { alert: 'ForwardBelowCost' },
  database_behind: { alert: 'PayoutsPaused' },
  fees_above_cap_for_a_day: { alert: 'FeeCapsHold' },
  flush_failed: { alert: 'ForwardWaits' },
  flush_fee_differs: { alert: 'ForwardWaits' },
  flush_refused_by_book: { alert: 'ForwardWaits' },
  flush_short: { alert: 'FlushShort' },
  gas_payer_short: { alert: 'RelayerShort' },
  invariant_broken: { alert: 'InvariantBroken' },
  nonce_used_elsewhere: {
    why: 'Its payouts are signed for anew by themselves. Unless that transaction paid out deposits, InvariantBroken asks who has signed it.',
  },
  payment_reorged: { alert: 'PaymentReorged' },
  payout_denied: { alert: 'ForwardWaits' },
  payouts_paused: { alert: 'PayoutsPaused' },
  pin_refused: {
    why: 'Nothing leaves for it and nobody is shown its address; what came all the same and was to leave is told by ForwardWaits.',
  },
  pool_low: { alert: 'PoolLow' },
  pool_signature: { why: 'The address is passed over. Were all of them like that, ApiFails would tell.' },
  rate_held: { alert: 'RateHeld' },
  return_named: { alert: 'ReturnNamed' },
  settlement_refused_by_book: { alert: 'ForwardWaits' },
  transaction_reverted: { alert: 'ForwardWaits' },
  wallet_refused: { why: 'The payments that name it are refused in turn, and none of them is shown.' },
  watch_forged: { why: 'Nothing is booked by it. The line is what shows that somebody else writes with the rights of the api.' },
  webhook_secret: { why: 'Its deliveries fail like those of a receiver that is down, and its merchant sees them fail.' },
} as const satisfies Readonly<Record<string, Told>>

/** What a log line can be an alarm about; one that nobody has thought about here does not compile. */
export type AlarmName = keyof typeof alarms

/** Every alarm, and who tells it besides the log. */
export const loggedAlarms: Readonly<Record<AlarmName, Told>> = alarms
