import { tables } from '@gateway/db/tables'
import type { Em } from '@gateway/db/orm'
import type { AssetCode } from '@gateway/domain/money/asset'
import { type PayoutOwnerSubject, payoutOwners } from '@gateway/domain/custody/purposes'
import { type RawBuilder, sql } from 'kysely'
import { expectedBalance } from './expected-balance.ts'

/** One of our addresses with its ledger balance at a block. */
export interface BalanceCheck {
  readonly id: string
  readonly subject: PayoutOwnerSubject
  readonly address: string
  readonly known: bigint
  /**
   * True when a later block counted an unseen surplus, or will: an internal transfer, or a flush. Nothing tells which part was there before.
   */
  readonly isCountedLater: boolean
  /** True while transfers to it up to the block wait for a proof by its balance. */
  readonly hasUnproven: boolean
}

/** The block at which balances are compared with the ledger. */
export interface CheckedBlock {
  readonly coin: AssetCode
  readonly height: number
  readonly at: Date
}

/** The next payments after a cursor, by id. */
interface Page {
  readonly after: string
  readonly limit: number
}

/** A payment paid at the last moment is known only once that block is final. */
const EXPIRED_LATELY = sql`interval '1 hour'`

const holdsAddress = sql`payout_terms.subject = ANY (${payoutOwners}::text[])`

/**
 * Addresses of payments that wait for deposits now, or did at the block, of escrows that wait for theirs and have one, of invoices that ask for money, and of any with a transfer that
 * waits for a proof.
 */
export function readWaiting(em: Em, look: CheckedBlock, { after, limit }: Page): Promise<BalanceCheck[]> {
  const ofCoin = sql`SELECT id, 'payment' AS subject, address FROM payment WHERE id > ${after} AND asset = ${look.coin}`
  return readBalanceChecks(
    em,
    look,
    sql`(${ofCoin} AND state IN ('pending', 'detected') ORDER BY id LIMIT ${limit}) UNION
      (${ofCoin} AND state = 'expired' AND expires_at > ${look.at}::timestamptz - ${EXPIRED_LATELY} ORDER BY id LIMIT ${limit}) UNION
      (SELECT id, 'escrow', address FROM escrow WHERE id > ${after} AND asset = ${look.coin} AND state = 'created' AND address IS NOT NULL ORDER BY id LIMIT ${limit}) UNION
      (SELECT id, 'invoice', payment_address FROM invoice WHERE id > ${after} AND asset = ${look.coin} AND state IN ('sent', 'overdue')
        AND payment_address IS NOT NULL ORDER BY id LIMIT ${limit}) UNION
      (${ofUnproven(look, { after, limit })}) ORDER BY id LIMIT ${limit}`,
  )
}

/** Addresses of either with a transfer that waits for a proof. */
export const readUnproven = (em: Em, look: CheckedBlock, page: Page): Promise<BalanceCheck[]> =>
  readBalanceChecks(em, look, ofUnproven(look, page))

const ofUnproven = ({ coin }: CheckedBlock, { after, limit }: Page): RawBuilder<unknown> =>
  sql`SELECT subject_id AS id, subject, address FROM payout_terms WHERE ${holdsAddress} AND subject_id > ${after} AND subject_id IN (
    SELECT waiting.subject_id::uuid FROM unproven_transfer waiting WHERE waiting.chain = ${coin} AND waiting.outcome IS NULL)
    ORDER BY subject_id LIMIT ${limit}`

/** Every address that was ever given out. */
export const readAll = (em: Em, look: CheckedBlock, { after, limit }: Page): Promise<BalanceCheck[]> =>
  readBalanceChecks(
    em,
    look,
    sql`SELECT payout_terms.subject_id AS id, payout_terms.subject, payout_terms.address FROM payout_terms WHERE ${holdsAddress} AND payout_terms.chain = ${look.coin}
      AND payout_terms.subject_id > ${after} ORDER BY payout_terms.subject_id LIMIT ${limit}`,
  )

/** Addresses of given objects. */
export const readNamed = (em: Em, look: CheckedBlock, ids: readonly string[]): Promise<BalanceCheck[]> =>
  readBalanceChecks(
    em,
    look,
    sql`SELECT subject_id AS id, subject, address FROM payout_terms WHERE ${holdsAddress} AND subject_id = ANY (${ids}::uuid[])`,
  )

/** Counts instead of `EXISTS`, for which the planner would read the whole table once a page is large. */
async function readBalanceChecks(em: Em, { coin, height }: CheckedBlock, page: RawBuilder<unknown>): Promise<BalanceCheck[]> {
  const known = expectedBalance(sql`page.id::text`, sql`${coin}`, height)
  const { rows } = await sql<Omit<BalanceCheck, 'known'> & { known: string }>`SELECT page.id, page.subject, page.address, ${known} AS known,
      (SELECT count(*) > 0 FROM flush WHERE chain = ${coin} AND subject_id = page.id::text AND asset = ${coin} AND height > ${height}::int)
      OR (SELECT count(*) > 0 FROM deposit WHERE subject = page.subject AND subject_id = page.id::text AND asset = ${coin} AND state = 'included'
        AND height > ${height}::int AND untraced) AS "isCountedLater",
      (SELECT count(*) > 0 FROM unproven_transfer WHERE chain = ${coin} AND subject_id = page.id::text AND outcome IS NULL AND height <= ${height}::int)
        AS "hasUnproven"
    FROM (${page}) AS page ORDER BY page.id`.execute(tables(em))
  return rows.map((row) => ({ ...row, known: BigInt(row.known) }))
}
