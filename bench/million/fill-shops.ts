import type pg from 'pg'
import { sized } from '../sized.ts'

/** Id of the first business and its merchant; the others count up from it. */
export const FIRST_SHOP = '00000000-0000-4000-a000-000000000000'

/** Payments of each business. */
export const OF_A_SHOP = sized(10_000, 500)

/** Id of the n-th payment, from 1. */
export const paymentId = (n: number): string => `00000000-0000-4000-9000-${n.toString(16).padStart(12, '0')}`

const PORTION = 100_000

/** Fills a database that has only payment rules with open payments of businesses that have so many each, with every row that a creation and the signer write. */
export async function fillShops(sql: pg.Client, { payments: count, ofAShop }: { payments: number; ofAShop: number }): Promise<void> {
  // The rows are valid; checking a million of them would only take time.
  await sql.query('SET session_replication_role = replica')
  for (const statement of shopRows) await sql.query(statement, [Math.ceil(count / ofAShop)])
  for (let from = 0; from < count; from += PORTION)
    for (const statement of paymentRows(ofAShop)) await sql.query(statement, [from + 1, Math.min(count, from + PORTION)])
  await sql.query('SET session_replication_role = origin')
  await sql.query('VACUUM (ANALYZE)')
}

const uuidOf = (group: string, number: string): string => `('00000000-0000-4000-${group}-' || lpad(to_hex(${number}), 12, '0'))::uuid`
const shop = uuidOf('a000', 's')
const shops = 'FROM generate_series(0, $1::int - 1) AS s'

const shopRows = [
  `INSERT INTO merchant (id, email, password_hash, created_at) SELECT ${shop}, 'bench-' || s || '@example.com', 'none', now() ${shops}`,
  `INSERT INTO business (id, merchant_id, mode, name, plan, time_zone, spread_bps, tolerance_bps, payment_window_seconds, wallets, created_at, updated_at)
    SELECT ${shop}, ${shop}, 'live', 'Bench ' || s, 'professional', 'UTC', 0, 0, 900, '{"ETH": "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"}', now(), now() ${shops}`,
  `INSERT INTO webhook_endpoint (id, business_id, url, sealed_secret, events, created_at, updated_at)
    SELECT ${shop}, ${shop}, 'http://127.0.0.1:9/hooks', '\\x00', '{*}', now(), now() ${shops}`,
  // An unused quota refuses no creation.
  `INSERT INTO usage_counter (business_id, mode, period, current) SELECT ${shop}, 'live', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM'), 0 ${shops}`,
]

const payment = uuidOf('9000', 'n')
const commit = uuidOf('b000', 'n')
const quote = uuidOf('c000', 'n')
// One in a hundred is in BTC, as in the other parts.
const chain = "CASE WHEN n % 100 = 0 THEN 'BTC' ELSE 'ETH' END"
const asset = "CASE WHEN n % 100 = 0 THEN 'BTC' ELSE 'USDC_ETH' END"
const address = "('0x' || lpad(to_hex(n), 40, '0'))"
const created = "now() - n * interval '1 millisecond'"
const payments = 'FROM generate_series($1::int, $2::int) AS n'
const recipients = `'[{"role": "merchant", "address": "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"}, {"role": "platform", "address": "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB"}]'`

const paymentRows = (ofAShop: number): string[] => {
  const owner = uuidOf('a000', `(n - 1) / ${ofAShop}`)
  return [
    `INSERT INTO quote (id, asset, currency, rate, usd_rate, spread_bps, sources, as_of)
    SELECT ${quote}, ${asset}, 'USD', 1, 1, 0, '[{"source": "static", "rate": "1"}]', ${created} ${payments}`,
    `INSERT INTO payout_terms (id, subject, subject_id, chain, asset, address, source, recipients, fee_bps, expires_at, created_at)
    SELECT ${commit}, 'payment', ${payment}, ${chain}, ${asset}, ${address}, '{"kind": "create2"}', ${recipients}, 50, ${created} + interval '1 day', ${created} ${payments}`,
    `INSERT INTO payout_terms_pin (payout_terms_id, business_id, mode, usd_rate, mac, pinned_at)
    SELECT ${commit}, ${owner}, 'live', 1, sha256(n::text::bytea), ${created} ${payments}`,
    `INSERT INTO payment (id, merchant_id, business_id, mode, asset, chain, address, state, currency, fiat_minor, usd_cents, due_units, tolerance_units, quote_id,
      payout_terms_id, fee_bps, expires_at, confirmations_required, finality_required, rules_id, exceptions, metadata, event_sequence, created_at, updated_at)
    SELECT ${payment}, ${owner}, ${owner}, 'live', ${asset}, ${chain}, ${address}, 'pending', 'USD', 2500, 2500, 25000000, 0, ${quote},
      ${commit}, 50, ${created} + interval '1 day', 12, false, (SELECT id FROM payment_rules), '{}', '{"order": "A-1001"}', 1, ${created}, ${created} ${payments}`,
    `INSERT INTO watched_address (chain, address, subject, subject_id) SELECT ${chain}, ${address}, 'payment', ${payment}::text ${payments}`,
    `INSERT INTO event (id, business_id, object_type, object_id, sequence, type, body, created_at)
    SELECT 'evt_' || lpad(n::text, 24, '0'), ${owner}, 'payment', ${payment}, 1, 'payment.created', repeat('{"payment":"of the bench"}', 40), ${created} ${payments}`,
    `INSERT INTO delivery (id, endpoint_id, event_id, object_id, state, attempts, next_attempt_at, created_at, delivered_at)
    SELECT ${uuidOf('d000', 'n')}, ${owner}, 'evt_' || lpad(n::text, 24, '0'), ${payment}, 'delivered', 1, ${created}, ${created}, ${created} ${payments}`,
  ]
}
