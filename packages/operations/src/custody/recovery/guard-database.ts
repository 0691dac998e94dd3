import { APPROVALS } from '@gateway/domain/custody/approval'
import { isFirstStart } from './is-first-start.ts'
import { skipLostIndexes } from './skip-lost-indexes.ts'
import { openRecovery } from './open-recovery.ts'
import { listPauses, pausePayouts } from '../pauses/pause-payouts.ts'
import { textOfPublicKey } from '../keys/public-key-file.ts'
import { detectRollback } from './detect-rollback.ts'
import type { SignerContext } from '../signer-context.ts'

/**
 * Looks whether the database still knows all that this signer has let out. One that does not was put back: payouts are paused, its free addresses
 * are retired, and it stays so until a recovery has ended.
 *
 * An empty database is that of a first start only where the seed was drawn beside this signer's file. Of a seed that was restored nobody can tell which
 * addresses it has given out, so payouts are paused and the pool stays empty until the database is put back or the seed is left (`custody rotate-seed`).
 *
 * The signer looks before it does anything else and once a second; a signature looks for itself besides.
 */
export async function guardDatabase(ctx: SignerContext): Promise<void> {
  const { reason, databaseSeq } = await detectRollback(ctx.orm.em.fork(), ctx)
  if (reason === undefined) return
  if (reason === 'sequence_file_missing' && (await isFirstStart(ctx))) return startAfresh(ctx)
  await skipLostIndexes(ctx)
  if (reason !== 'recovery_open') await openRecovery(ctx, { reason, databaseSeq })
  await pauseAll(ctx, 'the database was put back: run `custody recover --from-chain`')
}

/** The first start of a seed that was drawn here; any other seed waits for people. */
async function startAfresh(ctx: SignerContext): Promise<void> {
  if (ctx.sequence.isDrawn(textOfPublicKey(ctx.keys.poolPublicKey))) return ctx.sequence.noteAttempt(0n)
  await pauseAll(ctx, 'the database is empty and the seed is not new here: put the database back, or run `custody rotate-seed`')
}

async function pauseAll(ctx: SignerContext, reason: string): Promise<void> {
  if (!(await isPaused(ctx))) await pausePayouts(ctx, { scope: 'global', by: 'signer', reason })
}

/** True when everything is paused and is not about to be lifted: a database that was put back may bring approvals along. */
async function isPaused(ctx: Pick<SignerContext, 'orm'>): Promise<boolean> {
  const pause = (await listPauses(ctx)).find(({ scope }) => scope === 'global')
  return pause !== undefined && pause.approvedBy.length < APPROVALS
}
