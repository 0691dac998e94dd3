import { findWaitingRefunds } from '@gateway/db/custody/queries'
import { transaction } from '../transaction.ts'
import { releaseAttempts } from './release-attempts.ts'
import { signAllWaiting } from './sign-waiting.ts'
import type { SignerContext } from './signer-context.ts'

const AGAIN_MS = 30_000
const AT_ONCE = 100

/**
 * Signs money that goes back to who sent it, each in a transaction of its own. Rows say what is due, so no workflow asks for it; what is held is
 * tried again after half a minute.
 *
 * @returns how many were signed.
 */
export async function signReturns(ctx: SignerContext): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - AGAIN_MS)
  let signed = 0
  for (const { ref } of await findWaitingRefunds(ctx.orm.em.fork(), { before, limit: AT_ONCE })) {
    const signings = await transaction(ctx, (em) => signAllWaiting(em, ctx, { purpose: 'payment_refund', ref }))
    signed += signings.filter(({ outcome }) => outcome === 'signed').length
  }
  if (signed > 0) await releaseAttempts(ctx)
  return signed
}
