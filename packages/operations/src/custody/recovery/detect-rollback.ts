import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import type { SignerContext } from '../signer-context.ts'

/** The database's state compared with the high-water file. */
export interface Rollback {
  /** Why nothing may be signed; undefined when the database has every released attempt. */
  readonly reason: 'recovery_open' | 'sequence_file_missing' | 'database_behind' | undefined
  /** The highest attempt in the database, including forgotten ones that a recovery has closed. */
  readonly databaseSeq: bigint
}

/**
 * Compares database and high-water file inside a signing transaction, so that a database restored meanwhile signs nothing.
 *
 * The file must be read first: its attempts were committed before, so their absence proves a loss. In the other order an attempt committed in
 * between would look lost.
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
