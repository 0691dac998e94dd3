import { listPauses, pausePayouts } from '../pauses/pause-payouts.ts'
import { detectLostDecisions, type Remembering } from './detect-lost-decisions.ts'
import { type GuardedContext, guardedRoles } from './guarded-roles.ts'
import { verifyDecisions } from './verify-decisions.ts'

type Guarded = Remembering & GuardedContext

/** Compares database and file once more; each call belongs to the same process as the one before. */
type Guard = () => Promise<void>

/**
 * Detects a database restored from a backup, where money that has left is back, and pauses what the role sends. When operators lift that pause while this
 * process runs, they have accepted the database: the file takes its count. A pause that was lifted before this process began is set again.
 *
 * Without a file only a database that knows no decision is a first start. Runs before work is looked for, the first time with a look at every decision; each
 * call that moves money checks again.
 */
export function guardDecisions(ctx: Guarded): Guard {
  let seen: string | undefined
  let isVerified = false
  return async () => {
    if (!isVerified) await verifyDecisions(ctx)
    isVerified = true
    const { remembered, databaseSeq, isBehind } = await detectLostDecisions(ctx)
    if (!isBehind) {
      if (remembered === undefined) ctx.sequence.recordAttempt(0n)
      return
    }
    const reason = reasonOf(ctx, remembered)
    if (await isPausedFor(ctx, reason)) seen = reason
    else if (seen === reason) ctx.sequence.recordAccepted(databaseSeq)
    else await pause(ctx, reason)
  }
}

async function pause(ctx: Guarded, reason: string): Promise<void> {
  const { decidesAs: role } = ctx
  const { scope, name } = guardedRoles[role]
  ctx.log.error({ alarm: 'database_behind', reason, role }, `the database lacks decisions of ${name}`)
  await pausePayouts(ctx, { scope, by: role, reason })
}

function reasonOf({ decidesAs }: Guarded, remembered: bigint | undefined): string {
  const { name, file } = guardedRoles[decidesAs]
  return remembered === undefined
    ? `the file that ${file} names is missing, so nobody knows whether the database was restored`
    : `the database was restored from a backup: ${name} has made ${remembered} decisions, and it has fewer`
}

const isPausedFor = async (ctx: Guarded, reason: string): Promise<boolean> =>
  (await listPauses(ctx)).some((one) => one.scope === guardedRoles[ctx.decidesAs].scope && one.reason?.includes(reason) === true)
