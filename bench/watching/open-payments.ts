import { assetOf } from '@gateway/domain/money/asset'
import { type ServedChain, servedChains } from '@gateway/chains/settings'
import type pg from 'pg'

const OWNER = '00000000-0000-4000-8000-00000000000a'

/** The asset of the many; their addresses are those of its chain's blocks. */
const MANY = 'USDC_ETH'
const HUNDRED = 100
/** The chains of the few: the first payments of each hundred are in their coins. */
const few: readonly ServedChain[] = servedChains.filter((chain) => chain !== assetOf(MANY).chain)

/** The number of the i-th payment of the many, from 1. */
export const numberOfMany = (i: number): number => {
  const many = HUNDRED - few.length
  return Math.floor((i - 1) / many) * HUNDRED + few.length + ((i - 1) % many)
}

/** The n-th watched address of a chain, in the spelling of blocks. */
export const watchedAddress = (n: number): string => `0x${n.toString(16).padStart(40, '0')}`

/** Inserts one merchant, business and quote that all payments share. */
export async function fillOwner(sql: pg.Client): Promise<void> {
  await sql.query(`
    INSERT INTO merchant (id, email, password_hash, created_at) VALUES ('${OWNER}', 'bench@example.com', 'none', now());
    INSERT INTO business (id, merchant_id, mode, name, plan, time_zone, spread_bps, tolerance_bps, payment_window_seconds, wallets, created_at, updated_at)
      VALUES ('${OWNER}', '${OWNER}', 'live', 'Bench', 'professional', 'UTC', 0, 0, 900, '{}', now(), now());
    INSERT INTO quote (id, asset, currency, rate, usd_rate, spread_bps, sources, as_of) VALUES ('${OWNER}', 'USDC_ETH', 'USD', 1, 1, 0, '[]', now());
    INSERT INTO webhook_endpoint (id, business_id, url, sealed_secret, events, created_at, updated_at)
      VALUES ('${OWNER}', '${OWNER}', 'http://127.0.0.1:9/hooks', '\\x00', '{*}', now(), now())`)
}

/** Adds open payments with watched addresses until there are `count`: of each hundred one in the coin of each further chain, the others in USDC on Ethereum. */
export async function fillPayments(sql: pg.Client, range: { from: number; count: number }): Promise<void> {
  const { from, count } = range
  await sql.query('SET session_replication_role = replica') // The rows are valid; checking a million of them would only take time.
  await sql.query(insertCommits, [from + 1, count])
  await sql.query(insertPayments, [from + 1, count])
  await sql.query(insertWatched, [from + 1, count])
  await sql.query('SET session_replication_role = origin')
  await sql.query('ANALYZE payout_terms, payment, watched_address')
}

const idOf = "('00000000-0000-4000-9000-' || lpad(to_hex(n), 12, '0'))"
const addressOf = "('0x' || lpad(to_hex(n), 40, '0'))"
const byPlace = (many: string): string =>
  `CASE n % ${HUNDRED} ${few.map((chain, place) => `WHEN ${place} THEN '${chain}'`).join(' ')} ELSE '${many}' END`
const chainOf = byPlace(assetOf(MANY).chain)
const coinOrToken = byPlace(MANY)

const insertCommits = `
  INSERT INTO payout_terms (id, subject, subject_id, chain, asset, address, source, recipients, fee_bps, expires_at, created_at)
  SELECT ${idOf}::uuid, 'payment', ${idOf}::uuid, ${chainOf}, ${coinOrToken}, ${addressOf}, '{}', '[]', 50, now(), now()
  FROM generate_series($1::int, $2::int) AS n`

const insertPayments = `
  INSERT INTO payment (id, merchant_id, business_id, mode, asset, chain, address, state, currency, fiat_minor, usd_cents, due_units, tolerance_units,
    quote_id, payout_terms_id, fee_bps, expires_at, confirmations_required, finality_required, rules_id, exceptions, metadata, event_sequence, created_at, updated_at)
  SELECT ${idOf}::uuid, '${OWNER}', '${OWNER}', 'live', ${coinOrToken}, ${chainOf}, ${addressOf}, 'pending', 'USD', 2500, 2500, 25000000, 0,
    '${OWNER}', ${idOf}::uuid, 50, now() + interval '1 hour', 3, false, (SELECT id FROM payment_rules), '{}', '{}', 1, now() - n * interval '1 millisecond', now()
  FROM generate_series($1::int, $2::int) AS n`

const insertWatched = `
  INSERT INTO watched_address (chain, address, subject, subject_id) SELECT ${chainOf}, ${addressOf}, 'payment', ${idOf} FROM generate_series($1::int, $2::int) AS n`
