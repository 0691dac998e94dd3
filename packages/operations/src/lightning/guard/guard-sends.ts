import { listPauses, pausePayouts } from '../../custody/pauses/pause-payouts.ts'
import type { PayContext } from '../lifecycle/lightning-context.ts'
import { detectLostDecisions } from './detect-lost-decisions.ts'

type Guarded = Pick<PayContext, 'orm' | 'ids' | 'clock' | 'log' | 'sequence'> & Parameters<typeof pausePayouts>[0]

/** Compares database and file once more; each call belongs to the same process as the one before. */
type Guard = () => Promise<void>

/**
 * Detects a database restored from a backup, where balances that were spent are back, and pauses sends. When operators lift that pause while this process runs,
 * they have accepted the database: the file takes its count. A pause that was lifted before this process began is set again.
 *
 * Without a file only a database that knows no decision is a first start. Runs before work is looked for; each call of the node checks again.
 */
export function guardSends(ctx: Guarded): Guard {
  let seen: string | undefined
  return async () => {
    const { remembered, databaseSeq, isBehind } = await detectLostDecisions(ctx)
    if (!isBehind) {
      if (remembered === undefined) ctx.sequence.recordAttempt(0n)
      return
    }
    const reason = reasonOf(remembered)
    if (await isPausedFor(ctx, reason)) seen = reason
    else if (seen === reason) ctx.sequence.recordAccepted(databaseSeq)
    else await pause(ctx, reason)
  }
}

async function pause(ctx: Guarded, reason: string): Promise<void> {
  ctx.log.error({ alarm: 'database_behind', reason, role: 'lightning' }, 'the database lacks decisions of Lightning')
  await pausePayouts(ctx, { scope: 'lightning', by: 'lightning', reason })
}

const reasonOf = (remembered: bigint | undefined): string =>
  remembered === undefined
    ? 'the file that LIGHTNING_SEQUENCE_FILE names is missing, so nobody knows whether the database was restored'
    : `the database was restored from a backup: Lightning has made ${remembered} decisions, and it has fewer`

const isPausedFor = async (ctx: Guarded, reason: string): Promise<boolean> =>
  (await listPauses(ctx)).some((one) => one.scope === 'lightning' && one.reason?.includes(reason) === true)
