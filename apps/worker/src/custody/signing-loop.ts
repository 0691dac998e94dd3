import { payoutOwners } from '@gateway/operations/jobs/payout-owners'
import type { Rail } from '@gateway/chains/rail'
import type { Listener } from '@gateway/db/kernel/listen'
import { messageOf } from '@gateway/domain/kernel/error'
import { bumpStuckAttempts } from '@gateway/operations/custody/fee-bumping/bump-stuck-attempts'
import { signDuePayouts } from '@gateway/operations/custody/signing/sign-due-payouts'
import type { SignerContext } from '@gateway/operations/custody/signer-context'
import type { RunningRole } from '../running-role.ts'

const LOOK_EVERY_MS = 1_000

const owners = payoutOwners

/**
 * Signs the due payouts of a chain and bumps the fees of those that are stuck. Rows say which payouts are due, so no caller asks for them; a notification
 * only shortens the wait.
 */
export function runSigningLoop(ctx: SignerContext, rail: Rail, news: Pick<Listener, 'follow'>): RunningRole {
  let isStopped = false
  const planned = news.follow({ channel: 'payouts_planned', payload: rail.chain })
  const run = async (): Promise<void> => {
    let bumpedAt = 0
    while (!isStopped) {
      const signed = await attempt(ctx, rail, () => signDuePayouts(ctx, { chain: rail.chain, owners }))
      if (Date.now() - bumpedAt >= LOOK_EVERY_MS) {
        bumpedAt = Date.now()
        await attempt(ctx, rail, () => bumpStuckAttempts(ctx, rail))
      }
      if (!signed) await planned(LOOK_EVERY_MS)
    }
  }
  return { run, stop: () => void (isStopped = true) }
}

/** Waits for an unavailable database; nothing is signed twice. */
async function attempt<T>(ctx: SignerContext, { chain }: Rail, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    ctx.log.warn({ role: 'signer', chain, problem: messageOf(error) }, 'signing iteration failed, continuing')
    return undefined
  }
}
