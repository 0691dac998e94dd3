import { hasMoney, isUnsigned, keepsAny, sequencedChains } from '@gateway/db/custody/waiting-conditions'
import { AWAITS_ROUND } from '@gateway/db/payments/held-queries'
import type { PlainHoldReason } from '@gateway/domain/custody/hold-reasons'
import { purposesWhere } from '@gateway/domain/custody/purposes'
import { chainsWhere } from '@gateway/domain/money/chain-facts'
import { sql } from 'kysely'
import { type RowGauge, type GaugeRow, oldestOf } from './gauge.ts'

const CAPPED = sql`('fee_rate_above_cap', 'gas_above_cap', 'network_fee_above_cap')`

/** Unsigned payouts that still have deposits. */
const WAITS = isUnsigned('spend_intent')

/** Foreseen, brought about by a party at will, and over once a block is final: nobody is paged for it. */
const OVERRULED = 'contract_decided_otherwise' satisfies PlainHoldReason
const TOO_COSTLY = 'below_cost_of_forwarding' satisfies PlainHoldReason
const NOT_DUE = 'outcome_is_not_due' satisfies PlainHoldReason

/** What waits for its cost has alerts of its own; a return that strangers can cause beside an outcome has none, however long it waits. */
const TOLD_ELSEWHERE = sql`(hold_reason IN ${CAPPED} OR hold_reason = ${OVERRULED} OR (hold_reason = ${TOO_COSTLY} AND purpose = 'forward')
    OR (hold_reason IN (${TOO_COSTLY}, ${NOT_DUE}) AND purpose <> ALL (${purposesWhere('isAwaited')}::text[])))`

/** Payments too small for a round, and rounds whose network cost has risen above their worth. */
const BELOW_COST = sql`SELECT chain, confirmed_at AS since FROM payment WHERE ${AWAITS_ROUND}
    AND EXISTS (SELECT FROM deposit WHERE deposit.subject = 'payment' AND deposit.subject_id = payment.id::text AND deposit.asset = payment.asset
      AND deposit.credit_revision IS NOT NULL AND deposit.intent_id IS NULL)
  UNION ALL SELECT chain, coalesce(held_since, created_at) FROM spend_intent
    WHERE state = 'held' AND hold_reason = ${TOO_COSTLY} AND purpose = 'forward' AND ${hasMoney('spend_intent')}
      AND EXISTS (SELECT FROM payment WHERE payment.id = spend_intent.ref::uuid AND payment.state = 'confirmed')`

/** Unmined signed transactions with a nonce: few, however many were ever sent. */
const IN_LINE = sql`SELECT chain, resource AS sender, sequence AS nonce
  FROM spend_attempt JOIN attempt_input USING (intent_id, n) WHERE state IN ('signed', 'broadcast') AND height IS NULL AND chain = ANY (${sequencedChains}::text[])`

/** Payouts from planned to final. The signer has no listener, so its rows are its metrics. */
export const payoutMetrics: readonly RowGauge[] = [
  {
    name: 'payouts_waiting',
    help: 'Payouts that are not signed, by reason; the scope of a pause is cut off.',
    labels: ['chain', 'reason'],
    query:
      () => sql<GaugeRow>`SELECT chain, split_part(coalesce(hold_reason, 'waits_for_the_signer'), ':', 1) AS reason, count(*)::int AS value
      FROM spend_intent WHERE ${WAITS} GROUP BY 1, 2`,
  },
  {
    name: 'forward_pending_age_seconds',
    help: 'Age of the oldest payout that is not signed, besides those that wait for their cost and those whose contract was settled otherwise.',
    labels: ['chain'],
    query: (now) => sql<GaugeRow>`SELECT chain, ${oldestOf('created_at', now)} AS value FROM spend_intent
      WHERE ${WAITS} AND ${TOLD_ELSEWHERE} IS NOT TRUE GROUP BY chain`,
  },
  {
    name: 'payout_fee_capped_age_seconds',
    help: 'Age of the oldest payout that waits because sending it costs more than a cap.',
    labels: ['chain'],
    query: (now) => sql<GaugeRow>`SELECT chain, ${oldestOf('coalesce(held_since, created_at)', now)} AS value FROM spend_intent
      WHERE state = 'held' AND hold_reason IN ${CAPPED} GROUP BY chain`,
  },
  {
    name: 'forward_below_cost_age_seconds',
    help: 'How long the oldest payment that is not worth its forwarding transaction has waited.',
    labels: ['chain'],
    query: (now) => sql<GaugeRow>`SELECT chain, ${oldestOf('since', now)} AS value FROM (${BELOW_COST}) AS waiting GROUP BY chain`,
  },
  {
    name: 'attempts_open',
    help: 'Signed transactions that are not final, by state.',
    labels: ['chain', 'state'],
    query: () =>
      sql<GaugeRow>`SELECT chain, state, count(*)::int AS value FROM spend_attempt WHERE state IN ('signed', 'broadcast') GROUP BY 1, 2`,
  },
  {
    name: 'attempt_unmined_age_seconds',
    help: 'Age of the oldest unmined signed transaction.',
    labels: ['chain'],
    query: (now) => sql<GaugeRow>`SELECT chain, ${oldestOf('created_at', now)} AS value FROM spend_attempt
      WHERE state IN ('signed', 'broadcast') AND height IS NULL AND ${keepsAny('spend_attempt')} GROUP BY chain`,
  },
  {
    name: 'signer_nonce_gap',
    help: 'Signed transactions that can never be mined, because the nonce before theirs is unused.',
    labels: ['chain'],
    query: () => sql<GaugeRow>`SELECT chain, count(*) FILTER (WHERE nonce > 0 AND NOT EXISTS (SELECT FROM nonce_slot before
        WHERE before.chain = waiting.chain AND before.sender = waiting.sender AND before.nonce = waiting.nonce - 1)
      AND NOT EXISTS (SELECT FROM outgoing_transaction used WHERE used.chain = waiting.chain AND used.sender = waiting.sender AND used.nonce = waiting.nonce - 1))::int AS value
      FROM (${IN_LINE}) AS waiting GROUP BY chain`,
  },
  {
    name: 'attempts_in_line',
    help: 'Unmined signed transactions that wait for earlier nonces.',
    labels: ['chain'],
    query: () => sql<GaugeRow>`SELECT chain, count(*)::int AS value FROM (${IN_LINE}) AS waiting GROUP BY chain`,
  },
  {
    name: 'attempts_unaffordable',
    help: 'Signed transactions that a node rejects because the gas payer cannot cover them.',
    labels: ['chain'],
    query: () => sql<GaugeRow>`SELECT chain, count(*) FILTER (WHERE stuck_reason = 'gas_payer_short')::int AS value FROM spend_attempt
      WHERE state IN ('signed', 'broadcast') AND height IS NULL GROUP BY chain`,
  },
  {
    name: 'pauses_set',
    help: 'Paused scopes, by kind.',
    labels: ['kind'],
    query:
      () => sql<GaugeRow>`SELECT kind, count(pause.scope)::int AS value FROM unnest(ARRAY['global', 'chain', 'asset', 'cards', 'lightning', 'merchant', 'payment', 'escrow', 'invoice']) AS kind
      LEFT JOIN pause ON pause.paused_at IS NOT NULL AND split_part(pause.scope, ':', 1) = kind GROUP BY kind`,
  },
  {
    name: 'returns_named',
    help: 'Refunds with a claimed address whose money has not been taken yet.',
    labels: [],
    query:
      () => sql<GaugeRow>`SELECT count(*)::int AS value FROM refund WHERE payout_terms_id IS NOT NULL AND state NOT IN ('returned', 'withdrawn')
      AND NOT EXISTS (SELECT FROM spend_intent WHERE purpose IN ('payment_refund', 'invoice_refund') AND ref = refund.id::text)`,
  },
  {
    name: 'flushes_short',
    help: 'Payouts that were booked within a day as having moved less than was counted.',
    labels: [],
    query: (now) => sql<GaugeRow>`SELECT count(*)::int AS value FROM spend_intent
      WHERE state = 'final' AND short_units > 0 AND updated_at > ${now}::timestamptz - interval '1 day'`,
  },
  {
    name: 'transfers_unproven',
    help: 'Transfers of the native coin that balances contradict, now or within a day.',
    labels: ['chain'],
    query: (now) => sql<GaugeRow>`SELECT chain, count(*)::int AS value FROM unproven_transfer
      WHERE (outcome IS NULL AND reason = 'above_balance_gain') OR (outcome = 'refuted' AND ended_at > ${now}::timestamptz - interval '1 day') GROUP BY chain`,
  },
  {
    name: 'addresses_withdrawn',
    help: 'Addresses that operators gave up within a day.',
    labels: [],
    query: (now) => sql<GaugeRow>`SELECT count(*)::int AS value FROM audit_entry
      WHERE action = 'payment.withdraw_address' AND at > ${now}::timestamptz - interval '1 day'`,
  },
  {
    name: 'pool_free_addresses',
    help: 'Free deposit addresses in the pool.',
    labels: ['chain'],
    // An empty pool is a row too. The claimed addresses, which only grow in number, are not read: the order makes the database take the first from an index.
    query:
      () => sql<GaugeRow>`SELECT chain, (SELECT count(*)::int FROM address_pool free WHERE free.chain = pooled.chain AND claimed_by IS NULL) AS value
      FROM unnest(${chainsWhere(() => true)}::text[]) AS pooled (chain)
      CROSS JOIN LATERAL (SELECT FROM address_pool WHERE address_pool.chain = pooled.chain ORDER BY generation, idx LIMIT 1) AS first`,
  },
]
