import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import type { SignerContext } from '../signer-context.ts'

/**
 * Releases stored attempts for broadcast, after noting them in the high-water file.
 *
 * So a database that lacks a noted attempt was restored from a backup, and a restore that goes undetected has lost nothing that a node has seen. A
 * crash before the note leaves attempts unsent; the next run releases them.
 */
export async function advanceHighWater(ctx: Pick<SignerContext, 'orm' | 'sequence' | 'failpoint'>): Promise<void> {
  const db = tables(ctx.orm.em.fork())
  const newest = await db.selectFrom('spend_attempt').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst()
  const mark = await db.selectFrom('broadcast_high_water').select('seq').executeTakeFirstOrThrow()
  const seq = BigInt(newest?.seq ?? 0)
  if (seq <= mark.seq) return
  await ctx.failpoint('beforeHighWaterFile')
  if (seq > (ctx.sequence.highestAttempt() ?? -1n)) ctx.sequence.recordAttempt(seq)
  await ctx.failpoint('beforeHighWaterRow')
  await db.updateTable('broadcast_high_water').set({ seq }).where('seq', '<', seq).execute()
}

/**
 * Serialises signers that store attempts until the transaction ends: sequence numbers then follow commit order, and every lower number is already
 * visible.
 */
export const takeSequence = (em: Em): Promise<unknown> =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended('spend_attempt.seq', 0))`.execute(tables(em))
