import { gasPayerCoins, LOW_POOL } from '@gateway/domain/custody/rules'
import type { Alert } from './alert.ts'

type Marks = NonNullable<(typeof gasPayerCoins)[keyof typeof gasPayerCoins]>

/** One comparison for each chain with a gas payer: their coins are of different worth. */
const gasPayer = (compare: (balance: string, marks: Marks) => string): string =>
  Object.entries(gasPayerCoins)
    .map(([chain, marks]) => compare(`gas_payer_balance_coins{chain="${chain}"}`, marks))
    .join(' or ')

/** Alerts about money that could be lost or delayed. */
export const moneyAlerts: readonly Alert[] = [
  {
    name: 'InvariantBroken',
    metric: 'invariant_hits',
    expr: 'max by (invariant) (invariant_hits) > 0',
    holds: '0m',
    severity: 'page',
    meaning: 'Rows violate an invariant; payouts of what they concern are paused.',
    step: '`npm run operator -- pauses` names the rows; `npm run audit` and `npm run replay` show all of them. [Invariants](invariants.md) says what each pauses and who can break it. Find what wrote them before you lift the pause. A lift covers the violations known then: the same rows do not pause again, others do.',
    area: 'pauses',
  },
  {
    name: 'InvariantsNotChecked',
    metric: 'invariant_run_age_seconds',
    expr: 'min by (form) (invariant_run_age_seconds{form="new"}) > 180 or min by (form) (invariant_run_age_seconds{form=~"coins:.*"}) > 900 or min by (form) (invariant_run_age_seconds{form="all"}) > 7200',
    holds: '0m',
    severity: 'page',
    meaning: 'The invariants are not being checked: new rows and balances each minute, everything each hour.',
    step: 'Check that processes with the roles relay and chain run, and what they log. `npm run audit` checks by hand.',
  },
  {
    name: 'PaymentReorged',
    metric: 'payments_reorged',
    expr: 'max(payments_reorged{money="awaited"}) > 0 or max(delta(payments_reorged{money="lost"}[1d])) > 0',
    holds: '0m',
    severity: 'page',
    meaning:
      'A reorganisation has taken money of a confirmed payment, so its merchant may have shipped. The money is awaited again, or another transaction has spent it.',
    step: 'The alarm `payment_reorged` names the payments, `npm run operator -- show <payment> --all` their transactions. Look for these in the mempool and with an explorer; those you find reappear by themselves. Tell the merchant about the others, and about proven losses.',
  },
  {
    name: 'RefundReorged',
    metric: 'refunds_reorged',
    expr: 'max(refunds_reorged) > 0',
    holds: '1h',
    severity: 'ticket',
    meaning:
      'A reorganisation has taken a transfer of a refund that its merchant had paid in full, and whose payer was told so. No money of the gateway is concerned.',
    step: 'The alarm `refund_reorged` names the refunds. A transaction that is mined again counts by itself. Look for the others with an explorer, and tell the merchant which refund it has to pay again.',
  },
  {
    name: 'PayoutsPaused',
    metric: 'pauses_set',
    expr: 'max by (kind) (pauses_set) > 0',
    holds: '5m',
    severity: 'page',
    meaning: 'An operator, the watcher or an invariant has stopped in a scope what leaves: payouts, card calls or Lightning sends.',
    step: '`npm run operator -- pauses` says who paused it and why. Two operators `lift` it once the reason is gone.',
    area: 'pauses',
  },
  {
    name: 'ReturnNamed',
    metric: 'returns_named',
    expr: 'max(returns_named) > 0',
    holds: '0m',
    severity: 'page',
    meaning:
      'A refund address was claimed for held funds, and nothing has left yet. An attacker who has broken into the api could have claimed it.',
    step: '`npm run operator -- held` shows the address and when the money leaves. Ask the payer, over a channel on which you know them, whether it is theirs. If not, `withdraw`; until you know, `pause` the merchant.',
    area: 'held',
  },
  {
    name: 'FlushShort',
    metric: 'flushes_short',
    expr: 'max(flushes_short) > 0',
    holds: '0m',
    severity: 'page',
    meaning:
      'Within the last day a payout moved less than was counted: a node reported a deposit that did not exist. The payout is booked at the amount of its flush log, the rest as `suspense:shortfall` of its business.',
    step: 'The alarm `flush_short` names payout, transaction and amount. Ask another node and an explorer for the deposits of its payment. If they do not exist, the node of the chain role has lied: replace it. If they are at the address, `rescan` their block. Tell the merchant, who may have shipped for more than was paid.',
  },
  {
    name: 'DepositUnproven',
    metric: 'transfers_unproven',
    expr: 'max by (chain) (transfers_unproven) > 0',
    holds: '0m',
    severity: 'page',
    meaning:
      'Within the last day a block showed more of the native coin for an address than the balance of the address gained: the node writes a log, or a contract does, that the gateway takes for money and that is none; or the node answers wrongly. Nothing of it counts. What the address really holds in a final block does, by itself.',
    step: 'The alarm `deposit_unproven` names payment or escrow, transaction and amount. Compare the transaction on an explorer and another node with the balance of the address. If the node is wrong, replace it. If the transaction logs something new, report it: until it is understood, payments of that kind wait for a final block.',
  },
  {
    name: 'AddressWithdrawn',
    metric: 'addresses_withdrawn',
    expr: 'max(addresses_withdrawn) > 0',
    holds: '0m',
    severity: 'page',
    meaning:
      'An operator has given up the address of a payment within the last day, because no key can spend from it; the payment has failed. A lost key rarely concerns one address only.',
    step: 'The audit log names payment, operator and reason (`payment.withdraw_address`), and `npm run operator -- show <payment> --all` the address. Ask the operator, and find the other addresses of the same key.',
    area: 'audit',
  },
  {
    name: 'SignerSilent',
    metric: 'role_heartbeat_age_seconds',
    expr: 'min(role_heartbeat_age_seconds{role="signer"}) > 60',
    holds: '1m',
    severity: 'page',
    meaning: 'No signer runs: nothing is forwarded, and the address pool drains.',
    step: 'Start it; it says in one sentence which setting or key does not fit.',
  },
  {
    name: 'ForwardWaits',
    metric: 'forward_pending_age_seconds',
    expr: 'max by (chain) (forward_pending_age_seconds) > 600',
    holds: '5m',
    severity: 'page',
    meaning: 'A payout is not signed ten minutes after it was planned.',
    step: '`npm run operator -- held` names the reason, and docs/operations/held-funds.md says what to do about it.',
    area: 'payouts',
  },
  {
    name: 'FeeCapsHold',
    metric: 'payout_fee_capped_age_seconds',
    expr: 'max by (chain) (payout_fee_capped_age_seconds) > 86400',
    holds: '0m',
    severity: 'page',
    meaning: 'A payout has waited a day because block space costs more than a cap allows.',
    step: 'Compare with the price of block space; wait, or raise the cap in the signer’s settings.',
    area: 'payouts',
  },
  {
    name: 'ForwardBelowCost',
    metric: 'forward_below_cost_age_seconds',
    expr: 'max by (chain) (forward_below_cost_age_seconds) > 86400',
    holds: '0m',
    severity: 'ticket',
    meaning:
      'A payment is paid and has waited a day, because it is worth less than three times (`FORWARD_COST_MULTIPLE`) the network cost of forwarding it.',
    step: '`npm run operator -- held` lists it as `below_cost_of_forwarding` with an alarm. It leaves by itself once block space is cheaper, together with later deposits to its address. On Ethereum any wallet can flush it (`flush-call`). Tell the merchant, who sees a payment that stays `confirmed`.',
    area: 'payouts',
  },
  {
    name: 'AttemptUnmined',
    metric: 'attempt_unmined_age_seconds',
    expr: 'max by (chain) (attempt_unmined_age_seconds) > 3600',
    holds: '5m',
    severity: 'page',
    meaning: 'A signed transaction is in no block after an hour; the same bytes are sent at every height.',
    step: '`npm run operator -- show <payment> --all` names the transaction. Ask another node and an explorer for it, and compare its fee with the market.',
    area: 'payouts',
  },
  {
    name: 'SignerNonceGap',
    metric: 'signer_nonce_gap',
    expr: 'max by (chain) (signer_nonce_gap) > 0',
    holds: '1m',
    severity: 'page',
    meaning:
      'A transaction was signed with a nonce whose predecessor is unused: neither it nor any later one can be mined. The signer leaves no gaps, so rows are missing.',
    step: 'Pause the chain and run `npm run audit`. Compare the table `nonce_slot` with the nonce that the node counts for the gas payer. If the database was restored, see docs/operations/recovery.md.',
  },
  {
    name: 'AttemptsInLine',
    metric: 'attempts_in_line',
    expr: 'max by (chain) (attempts_in_line) > 20',
    holds: '10m',
    severity: 'page',
    meaning: 'Many transactions are signed and none is mined; the first one blocks the rest.',
    step: 'Find the oldest open attempt with `show --all` and treat it as AttemptUnmined; check the gas payer’s balance.',
    area: 'payouts',
  },
  {
    name: 'GasPayerLow',
    metric: 'gas_payer_balance_coins',
    expr: gasPayer((balance, { low }) => `min by (chain) (${balance}) < ${low}`),
    holds: '5m',
    severity: 'page',
    meaning: 'The gas payer is nearly empty; forwarding on its chain stops when it is.',
    step: 'Fund it; its address is in `GAS_PAYER_ADDRESSES`.',
    area: 'treasury',
  },
  {
    name: 'GasPayerShort',
    metric: 'attempts_unaffordable',
    expr: 'max by (chain) (attempts_unaffordable) > 0',
    holds: '1m',
    severity: 'page',
    meaning: 'Signed transactions may cost more than the gas payer holds, so nodes reject them, and every later nonce waits.',
    step: '`npm run operator -- held` says which address needs how much for everything that is signed (`gas_payer_short`). Fund it up to that amount; everything is sent with the next block, and unused coins stay there.',
    area: 'treasury',
  },
  {
    name: 'GasPayerHigh',
    metric: 'gas_payer_balance_coins',
    expr: gasPayer((balance, { high }) => `max by (chain) (${balance}) > ${high}`),
    holds: '1h',
    severity: 'ticket',
    meaning:
      'The gas payer holds more than it needs. It is the one key of an account chain, so its balance is what an attacker could steal.',
    step: 'Fund it in smaller amounts; its balance pays gas until it is used up. Set another bound here where gas is dear.',
    area: 'treasury',
  },
  {
    name: 'PoolLow',
    metric: 'pool_free_addresses',
    expr: `min by (chain) (pool_free_addresses) <= ${LOW_POOL}`,
    holds: '1m',
    severity: 'page',
    meaning: 'The pool of deposit addresses is low; without an address no payment can be created.',
    step: 'Check that the signer runs: it refills the pool by itself.',
  },
]
