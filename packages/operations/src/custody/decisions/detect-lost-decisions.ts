import { tables } from '@gateway/db/tables'
import type { GuardedContext } from './guarded-roles.ts'

/** The decisions of a role in its database, compared with its file. */
interface Compared {
  /** The highest decision that the file knows; undefined without a file. */
  readonly remembered: bigint | undefined
  readonly databaseSeq: bigint
  /** The database lacks decisions that were made, or nobody can tell. */
  readonly isBehind: boolean
}

/** What is compared: the log of a role in a database, and its file. */
export type Remembering = Pick<GuardedContext, 'orm' | 'sequence' | 'decidesAs'>

/**
 * Compares database and file. The file is read first: what it knows was committed before, so its absence proves a loss; in the other order a decision made in
 * between would look lost.
 */
export async function detectLostDecisions({ orm, sequence, decidesAs }: Remembering): Promise<Compared> {
  const remembered = sequence.highestAttempt()
  const { seq } = await tables(orm.em.fork())
    .selectFrom('decision_count')
    .select('seq')
    .where('role', '=', decidesAs)
    .executeTakeFirstOrThrow()
  const databaseSeq = BigInt(seq)
  return { remembered, databaseSeq, isBehind: remembered === undefined ? databaseSeq > 0n : remembered > databaseSeq }
}
