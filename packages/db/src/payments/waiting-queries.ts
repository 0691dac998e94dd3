import type { BusinessId } from '@gateway/domain/kernel/id'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import { type HeldRow, refused, stuck, unsigned, untaken } from './held-queries.ts'

const kinds = { untaken, refused, unsigned, stuck } as const

/** What waits: deposits that no round has taken, settlements that the ledger rejects, rounds that are not signed, transactions that are stuck. */
export type WaitingKind = keyof typeof kinds

/** Money that waits, with its business; `total` counts the rows of its kind. */
export type WaitingRow = HeldRow & { readonly businessId: BusinessId; readonly businessName: string; readonly total: number }

/** The oldest money of a kind that waits, of all merchants, at most `most`. */
export async function findWaiting(em: Em, { kind, most }: { kind: WaitingKind; most: number }): Promise<WaitingRow[]> {
  const { rows } =
    await sql<WaitingRow>`SELECT waiting.*, business.id AS "businessId", business.name AS "businessName", count(*) OVER ()::int AS total
    FROM (${kinds[kind]}) AS waiting JOIN payment ON payment.id = waiting.payment JOIN business ON business.id = payment.business_id
    ORDER BY waiting.since, waiting.payment LIMIT ${most}`.execute(tables(em))
  return rows.map((row) => ({ ...row, since: new Date(row.since) }))
}
