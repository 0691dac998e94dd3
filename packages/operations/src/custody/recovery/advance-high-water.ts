import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import type { SignerContext } from '../signer-context.ts'

/**
 * Lets the network have what was signed: every stored attempt is noted in the signer's file first, and only then may anybody send it.
 *
 * So a database that lacks a noted attempt was put back to an earlier state, and one that was put back without being found out has lost nothing
 * that anybody outside has seen. A crash before the note leaves attempts that nobody sends, and the next look releases them.
 */
export async function advanceHighWater(ctx: Pick<SignerContext, 'orm' | 'sequence' | 'failpoint'>): Promise<void> {
  const db = tables(ctx.orm.em.fork())
  const newest = await db.selectFrom('spend_attempt').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst()
  const mark = await db.selectFrom('sequence_mark').select('seq').executeTakeFirstOrThrow()
  const seq = BigInt(newest?.seq ?? 0)
  if (seq <= mark.seq) return
  await ctx.failpoint('S18a')
  if (seq > (ctx.sequence.highestAttempt() ?? -1n)) ctx.sequence.noteAttempt(seq)
  await ctx.failpoint('S18b')
  await db.updateTable('sequence_mark').set({ seq }).where('seq', '<', seq).execute()
}

/**
 * Waits for other signers that store attempts, until the caller's transaction ends: attempts are numbered in the order in which they are committed,
 * so whoever knows one knows that none before it is still to come.
 */
export const takeSequence = (em: Em): Promise<unknown> =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended('spend_attempt.seq', 0))`.execute(tables(em))
