import { findWaitingRefunds } from '@gateway/db/custody/intent-queries'
import { transaction } from '../../kernel/transaction.ts'
import { openPricedSigner } from '../costs/priced-signer.ts'
import { advanceHighWater } from '../recovery/advance-high-water.ts'
import { signPayouts } from './sign-payouts.ts'
import type { SignerContext } from '../signer-context.ts'

const RETRY_MS = 30_000
const AT_ONCE = 100

/**
 * Signs due refunds, each in its own transaction. They are found by their rows, without a workflow; a held one is retried after half a minute.
 *
 * @returns how many were signed.
 */
export async function signRefunds(ctx: SignerContext): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - RETRY_MS)
  let signed = 0
  const waiting = await findWaitingRefunds(ctx.orm.em.fork(), { before, limit: AT_ONCE })
  if (waiting.length === 0) return 0
  const judging = await openPricedSigner(ctx)
  for (const { ref } of waiting) {
    const signings = await transaction(ctx, (em) => signPayouts(em, judging, { purpose: 'payment_refund', ref }))
    signed += signings.filter(({ outcome }) => outcome === 'signed').length
  }
  if (signed > 0) await advanceHighWater(ctx)
  return signed
}
