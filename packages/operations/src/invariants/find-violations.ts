import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { payoutOwners } from '@gateway/domain/custody/purposes'
import { type RawBuilder, sql } from 'kysely'
import { cardInvariants } from './card-invariants.ts'
import { invoiceInvariants } from './invoice-invariants.ts'
import { lightningInvariants } from './lightning-invariants.ts'
import { ledgerInvariants } from './ledger-invariants.ts'
import type { ViolationRow, Invariant, Since } from './invariant.ts'
import { payoutInvariants } from './payout-invariants.ts'
import { recordInvariants } from './record-invariants.ts'
import { refundInvariants } from './refund-invariants.ts'

/** A violated invariant with its violations. */
export interface Violations extends Pick<Invariant, 'id' | 'sentence'> {
  readonly hits: readonly ViolationRow[]
}

/**
 * Every invariant that the database alone can prove. I7 continues at the nodes (`findMissingCoins`), I14 is the replay, which an operator starts.
 * I9 compares what `storeFunds` has stored, and I10 what `readBalanceDays` has.
 */
export const invariants: readonly Invariant[] = [
  ...ledgerInvariants,
  ...payoutInvariants,
  ...recordInvariants,
  ...refundInvariants,
  ...invoiceInvariants,
  ...cardInvariants,
  ...lightningInvariants,
]

/** A disaster can break any number of rows; a thousand per scope are enough, and of objects in all. */
const MAX_HITS = 1_000

/**
 * Every violated invariant, in the order of the list. Each check is one statement, so it sees one snapshot.
 *
 * Without `since` whole tables are read.
 */
export async function findViolations(em: Em, since?: Since): Promise<Violations[]> {
  const broken: Violations[] = []
  for (const invariant of invariants) broken.push(...(await findViolationsOf(em, invariant, since)))
  return broken
}

/** The violations of one invariant; nothing when there are none. */
export async function findViolationsOf(em: Em, { id, sentence, find }: Invariant, since?: Since): Promise<Violations[]> {
  const { rows } = await firstOf(find(since)).execute(tables(em))
  return rows.length > 0 ? [{ id, sentence, hits: [...rows, ...beyondObjects(rows)] }] : []
}

/** So many objects at once are no customer's doing, and not all of them are read: everything pauses. */
const beyondObjects = (rows: readonly ViolationRow[]): ViolationRow[] =>
  rows.filter(({ scope }) => isObject(scope)).length < MAX_HITS ? [] : [{ scope: 'global', hit: `${MAX_HITS} objects or more` }]

const isObject = (scope: string): boolean => payoutOwners.some((owner) => scope.startsWith(`${owner}:`))

const firstOf = (found: RawBuilder<ViolationRow>): RawBuilder<ViolationRow> => sql<ViolationRow>`SELECT * FROM (
    SELECT *, row_number() OVER (PARTITION BY CASE WHEN split_part(scope, ':', 1) = ANY (${payoutOwners}::text[]) THEN 'object' ELSE scope END ORDER BY hit)::int AS place FROM (${found}) AS found) AS ranked
  WHERE place <= ${MAX_HITS}`
