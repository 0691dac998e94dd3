import { APPROVALS } from '@gateway/domain/custody/approval'
import { isFirstStart } from './is-first-start.ts'
import { skipLostIndexes } from './skip-lost-indexes.ts'
import { openRecovery } from './open-recovery.ts'
import { listPauses, pausePayouts } from '../pauses/pause-payouts.ts'
import { textOfPublicKey } from '../keys/public-key-file.ts'
import { detectRollback } from './detect-rollback.ts'
import type { SignerContext } from '../signer-context.ts'

/**
 * Detects a database restored from a backup: one that lacks an attempt this signer has released. Payouts are then paused and free addresses retired
 * until a recovery ends.
 *
 * An empty database is a first start only with a seed drawn beside this signer's file. A restored seed may have given out any address, so payouts
 * stay paused and the pool empty until the database is restored or the seed rotated (`custody rotate-seed`).
 *
 * Runs at start and once a second; each signature checks again.
 */
export async function guardDatabase(ctx: SignerContext): Promise<void> {
  const { reason, databaseSeq } = await detectRollback(ctx.orm.em.fork(), ctx)
  if (reason === undefined) return
  if (reason === 'sequence_file_missing' && (await isFirstStart(ctx))) return startAfresh(ctx)
  await skipLostIndexes(ctx)
  if (reason !== 'recovery_open') await openRecovery(ctx, { reason, databaseSeq })
  await pauseAll(ctx, 'the database was restored from a backup: run `custody recover --from-chain`')
}

/** Accepts the first start of a seed drawn here; any other seed waits for operators. */
async function startAfresh(ctx: SignerContext): Promise<void> {
  if (ctx.sequence.isDrawn(textOfPublicKey(ctx.keys.poolPublicKey))) return ctx.sequence.recordAttempt(0n)
  await pauseAll(ctx, 'the database is empty and the seed is not new here: restore the database, or run `custody rotate-seed`')
}

async function pauseAll(ctx: SignerContext, reason: string): Promise<void> {
  if (!(await isPaused(ctx))) await pausePayouts(ctx, { scope: 'global', by: 'signer', reason })
}

/** True when everything is paused and no lift is pending: a restored database may contain approvals. */
async function isPaused(ctx: Pick<SignerContext, 'orm'>): Promise<boolean> {
  const pause = (await listPauses(ctx)).find(({ scope }) => scope === 'global')
  return pause !== undefined && pause.approvedBy.length < APPROVALS
}
