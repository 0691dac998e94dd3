import { findWaitingRefunds } from '@gateway/db/custody/intent-queries'
import type { Em } from '@gateway/db/orm'
import type { SpendIntent } from '@gateway/domain/custody/intent'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { openPricedSigner, type PricedSigner } from '../costs/priced-signer.ts'
import { advanceHighWater } from '../recovery/advance-high-water.ts'
import { type Signing, signPayouts } from './sign-payouts.ts'
import type { SignerContext } from '../signer-context.ts'

const RETRY_MS = 30_000
const AT_ONCE = 100

/** Tells the owners of payouts that these wait, and why. */
export type TellHeld = (em: Em, ctx: Context, payouts: readonly Pick<SpendIntent, 'purpose' | 'ref'>[]) => Promise<void>

/**
 * Signs due refunds, each in its own transaction. They are found by their rows, without a workflow; a held one is retried after half a minute.
 *
 * @param tell - tells the owners of refunds that wait, in the transaction of their holding.
 * @returns how many were signed.
 */
export async function signRefunds(ctx: SignerContext, tell: TellHeld): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - RETRY_MS)
  let signed = 0
  const waiting = await findWaitingRefunds(ctx.orm.em.fork(), { before, limit: AT_ONCE })
  if (waiting.length === 0) return 0
  const judging = await openPricedSigner(ctx)
  for (const { ref } of waiting) {
    const signings = await transaction(ctx, (em) => signRefund(em, judging, { ref, tell }))
    signed += signings.filter(({ outcome }) => outcome === 'signed').length
  }
  if (signed > 0) await advanceHighWater(ctx)
  return signed
}

async function signRefund(em: Em, judging: PricedSigner, { ref, tell }: { ref: string; tell: TellHeld }): Promise<Signing[]> {
  const refund = { purpose: 'payment_refund', ref } as const
  const signings = await signPayouts(em, judging, refund)
  if (signings.some(({ outcome }) => outcome === 'held')) await tell(em, judging, [refund])
  return signings
}
