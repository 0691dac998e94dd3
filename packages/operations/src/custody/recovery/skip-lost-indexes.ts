import { tables } from '@gateway/db/tables'
import type { SignerContext } from '../signer-context.ts'

/** More addresses than a lost period can have given out; indexes go up to 2³¹. */
const MAX_LOST = 10_000_000

/**
 * Skips far ahead in the address index when the signer's file is lost, because nobody knows which addresses were derived meanwhile. Runs once per
 * file, before any other note, even during a recovery.
 */
export async function skipLostIndexes({ orm, sequence }: Pick<SignerContext, 'orm' | 'sequence'>): Promise<void> {
  if (sequence.highestAttempt() !== undefined) return
  const db = tables(orm.em.fork())
  const { last } = await db.selectFrom('address_pool').select(db.fn.max('idx').as('last')).executeTakeFirstOrThrow()
  sequence.recordFloor(Number(last ?? -1) + 1 + MAX_LOST)
}
