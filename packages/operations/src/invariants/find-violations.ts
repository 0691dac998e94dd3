import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { type RawBuilder, sql } from 'kysely'
import { ledgerInvariants } from './ledger-invariants.ts'
import type { ViolationRow, Invariant, Since } from './invariant.ts'
import { payoutInvariants } from './payout-invariants.ts'
import { recordInvariants } from './record-invariants.ts'

/** An invariant that does not hold, with the rows that break it. */
export interface Violations extends Pick<Invariant, 'id' | 'sentence'> {
  readonly hits: readonly ViolationRow[]
}

/**
 * What the database alone can prove about money, events and usage: the one table of invariants. I7 goes on at the nodes (`findMissingCoins`),
 * I14 is the replay, which people start; I9 and I10 are about money that this product does not hold yet.
 */
export const invariants: readonly Invariant[] = [...ledgerInvariants, ...payoutInvariants, ...recordInvariants]

/** A disaster can break as many rows as there are; a thousand of each scope say enough. */
const MOST_HITS = 1_000

/**
 * Every invariant that does not hold, in the order of the table; empty while all do. Each is one statement, so it judges one snapshot.
 *
 * Without `since` whole tables are read: a matter of the quiet minute of an hour once they are large.
 */
export async function findViolations(em: Em, since?: Since): Promise<Violations[]> {
  const broken: Violations[] = []
  for (const { id, sentence, find } of invariants) {
    const { rows } = await firstOf(find(since)).execute(tables(em))
    if (rows.length > 0) broken.push({ id, sentence, hits: rows })
  }
  return broken
}

const firstOf = (found: RawBuilder<ViolationRow>): RawBuilder<ViolationRow> => sql<ViolationRow>`SELECT * FROM (
    SELECT *, row_number() OVER (PARTITION BY scope ORDER BY hit)::int AS place FROM (${found}) AS found) AS ranked
  WHERE place <= ${MOST_HITS}`
