/** Why a payout waits, as a merchant reads it. Other reasons end by themselves. */
const told: Readonly<Record<string, string>> = {
  paused: 'Payouts are paused by the operator. It goes out once they go on.',
  awaits_approval: 'It is above a limit, and an operator has to approve it.',
  under_investigation: 'Something does not match, and the operator is looking into it.',
  below_cost_of_forwarding: 'Sending it would cost more than it is worth today. It goes out when fees fall.',
  fee_rate_above_cap: 'Network fees are unusually high. It goes out when they fall.',
  network_fee_above_cap: 'Network fees are unusually high. It goes out when they fall.',
  gas_above_cap: 'Network fees are unusually high. It goes out when they fall.',
  gas_payer_short: 'The gateway’s own coins for network fees have run low. The operator has been told.',
  daily_flush_limit: 'Today’s limit of payouts is reached. It goes out tomorrow.',
}

/** Why a payout waits, in a sentence. */
export const holdReason = (reason: string): string => told[reason] ?? 'It goes out by itself; nothing has to be done.'
