import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import type { SignerContext } from '../signer-context.ts'

/** How the database stands against what the signer remembers outside of it. */
export interface Rollback {
  /** Why nothing may be signed; undefined when the database knows all that the signer remembers. */
  readonly reason: 'recovery_open' | 'sequence_file_missing' | 'database_behind' | undefined
  /** The highest attempt that the database knows, rebuilt ones and those that a recovery has written off among them. */
  readonly databaseSeq: bigint
}

/**
 * Compares database and file; in a transaction that signs, so that a database which was put back meanwhile signs nothing.
 *
 * The file is read first: what it knows was committed before, so a database that lacks it has lost it. In the other order, what somebody else
 * commits and notes in between would be missing from nothing but the answer.
 */
export async function detectRollback(em: Em, { sequence }: Pick<SignerContext, 'sequence'>): Promise<Rollback> {
  const remembered = sequence.highestAttempt()
  const { rows } = await sql<{ seq: string; open: boolean }>`SELECT
    greatest((SELECT max(seq) FROM spend_attempt), (SELECT max(file_seq) FROM recovery), 0) AS seq,
    EXISTS (SELECT FROM recovery WHERE recovered_at IS NULL) AS open`.execute(tables(em))
  const databaseSeq = BigInt(rows[0]?.seq ?? 0)
  if (rows[0]?.open) return { reason: 'recovery_open', databaseSeq }
  if (remembered === undefined) return { reason: 'sequence_file_missing', databaseSeq }
  return { reason: remembered > databaseSeq ? 'database_behind' : undefined, databaseSeq }
}
