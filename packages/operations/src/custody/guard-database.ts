import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import { openRecovery } from './open-recovery.ts'
import { pausePayouts } from './pause-payouts.ts'
import { readSetback } from './read-setback.ts'
import type { SignerContext } from './signer-context.ts'

/**
 * Looks whether the database still knows all that this signer has let out. One that does not was put back: payouts are paused, its free addresses
 * are retired, and it stays so until a recovery has ended.
 *
 * The signer looks before it does anything else and once a second; a signature looks for itself besides.
 */
export async function guardDatabase(ctx: SignerContext): Promise<void> {
  const { reason, databaseSeq } = await readSetback(ctx.orm.em.fork(), ctx)
  if (reason === undefined) return
  if (reason === 'sequence_file_missing' && (await isUnused(ctx))) return ctx.sequence.noteAttempt(0n)
  if (reason !== 'recovery_open') await openRecovery(ctx, { reason, databaseSeq })
  if (!(await isPaused(ctx)))
    await pausePayouts(ctx, { scope: 'global', by: 'signer', reason: 'the database was put back: run `custody recover --from-chain`' })
}

/** True of a database that no signer has ever worked with: then a file that says nothing is no sign of a loss. Commits need no signer. */
async function isUnused({ orm }: Pick<SignerContext, 'orm'>): Promise<boolean> {
  const { rows } = await sql<{
    used: boolean
  }>`SELECT EXISTS (SELECT FROM address_pool) OR EXISTS (SELECT FROM spend_attempt) AS used`.execute(tables(orm.em.fork()))
  return rows[0]?.used === false
}

async function isPaused({ orm }: Pick<SignerContext, 'orm'>): Promise<boolean> {
  const pause = await tables(orm.em.fork()).selectFrom('pause').select('pausedAt').where('scope', '=', 'global').executeTakeFirst()
  return pause !== undefined && pause.pausedAt !== null
}
