import type { FeeEstimate } from '@gateway/chains/rail/fee-estimate'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../../kernel/context.ts'
import { type FeeEstimates, findFeeEstimates } from '../costs/fee-estimates.ts'

/** The latest estimate, if it is recent enough to sign with. */
export async function findCurrentFees(em: Em, ctx: Context, chain: ChainCode): Promise<FeeEstimate | undefined> {
  return currentFeesOf(ctx, chain, await findFeeEstimates(em, { chain }))
}

/** An estimate that is recent enough to sign with. */
export function currentFeesOf(ctx: Context, chain: ChainCode, known: FeeEstimates | undefined): FeeEstimate | undefined {
  const rail = ctx.rails.get(chain)
  if (!known || !rail) return undefined
  const ageMs = ctx.clock.now().getTime() - known.at.getTime()
  return ageMs <= rail.estimateLastsMs && (rail.leavesTime?.(known.fees, ageMs) ?? true) ? known.fees : undefined
}

/** How long a payout waits for another estimate before its row says so. */
const READ_AGAIN_MS = 30_000

/**
 * True for a moment without a blockhash to sign with, such as while a scanner starts again: nobody needs to hear of a payout that waits for it. Neither an
 * old estimate nor one that never leaves time is such a moment.
 */
export function isReadAgain({ clock }: Context, { createdAt }: SpendIntentEntity, known: FeeEstimates | undefined): boolean {
  const isRecent = (at: Date): boolean => clock.now().getTime() - at.getTime() <= READ_AGAIN_MS
  return known !== undefined && isRecent(known.at) && isRecent(createdAt)
}
