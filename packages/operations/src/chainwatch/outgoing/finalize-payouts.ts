import type { FinalityInput } from './finality-input.ts'
import type { Em } from '@gateway/db/orm'
import type { Context } from '../../kernel/context.ts'
import { endOutspent } from '../../custody/settlement/end-outspent.ts'
import { finalizeAttempts, settleUnpaid } from '../../custody/settlement/finalize-attempts.ts'
import { finalHeightOf } from '../../custody/payouts/final-height.ts'
import { resolveNonceConflicts } from '../../custody/fee-bumping/resolve-nonce-conflicts.ts'
import { settleIntents } from '../../custody/settlement/settle-intents.ts'
import { retrySettlement } from './retry-settlement.ts'
import { settledByFlush } from './settle-flushes.ts'
import { tellOutcomes } from './tell-outcomes.ts'

/**
 * Settles every final payout at the amounts really paid, in the caller's transaction.
 *
 * A spend of the deposits to their committed recipients settles them, also in a third party's transaction. A batch item without a log in a final
 * transaction was refused by its token and is held. Displaced transactions are signed again.
 */
export async function finalizePayouts(em: Em, ctx: Context, { chain, view, subjects }: FinalityInput): Promise<void> {
  const finalHeight = finalHeightOf(ctx.rails, chain, view)
  await retrySettlement(em, ctx, chain)
  const attempts = await finalizeAttempts(em, ctx, { chain, finalHeight })
  await tellOutcomes(em, ctx, { chain, view, subjects, finalHeight })
  const settled = await settledByFlush(em, ctx, { chain, view, finalHeight, subjects })
  await settleIntents(em, ctx, { subjects, settled })
  await endOutspent(em, ctx, { chain, settled })
  for (const attempt of attempts) await settleUnpaid(em, ctx, attempt)
  await resolveNonceConflicts(em, ctx, { chain, finalHeight })
}
