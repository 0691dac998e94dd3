import { tables } from '@gateway/db/tables'
import type { PayContext } from '../lifecycle/lightning-context.ts'

/** The decisions of the role in its database, compared with its file. */
interface Compared {
  /** The highest decision that the file knows; undefined without a file. */
  readonly remembered: bigint | undefined
  readonly databaseSeq: bigint
  /** The database lacks decisions that were made, or nobody can tell. */
  readonly isBehind: boolean
}

/**
 * Compares database and file. The file is read first: what it knows was committed before, so its absence proves a loss; in the other order a decision made in
 * between would look lost.
 */
export async function detectLostDecisions({ orm, sequence }: Pick<PayContext, 'orm' | 'sequence'>): Promise<Compared> {
  const remembered = sequence.highestAttempt()
  const { seq } = await tables(orm.em.fork())
    .selectFrom('decision_count')
    .select('seq')
    .where('role', '=', 'lightning')
    .executeTakeFirstOrThrow()
  const databaseSeq = BigInt(seq)
  return { remembered, databaseSeq, isBehind: remembered === undefined ? databaseSeq > 0n : remembered > databaseSeq }
}
