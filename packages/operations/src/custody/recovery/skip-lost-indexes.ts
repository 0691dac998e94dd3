import { tables } from '@gateway/db/tables'
import type { SignerContext } from '../signer-context.ts'

/** More addresses than can have been given out in any time that is lost; indices go up to 2³¹. */
const MOST_LOST = 10_000_000

/**
 * Has new addresses come from far beyond the database's where the signer's file is lost: nobody knows how many were derived in the time that the
 * database may lack. Once for each file, before anything else is written into it, also while a recovery is open already.
 */
export async function skipLostIndexes({ orm, sequence }: Pick<SignerContext, 'orm' | 'sequence'>): Promise<void> {
  if (sequence.highestAttempt() !== undefined) return
  const db = tables(orm.em.fork())
  const { last } = await db.selectFrom('address_pool').select(db.fn.max('idx').as('last')).executeTakeFirstOrThrow()
  sequence.noteFloor(Number(last ?? -1) + 1 + MOST_LOST)
}
