import type { Em } from '@gateway/db/orm'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../../kernel/context.ts'
import { advanceAttempts } from '../payouts/advance-attempts.ts'
import type { Settled } from './settle-intents.ts'

/**
 * Marks the transactions of settled payouts dead that another final transaction has forestalled: it has spent the same outputs, so they can never be
 * mined. Where nothing is spent for good, such as the balance of a contract, ours are mined without effect.
 */
export async function endOutspent(
  em: Em,
  ctx: Context,
  { chain, settled }: { chain: ChainCode; settled: readonly Settled[] },
): Promise<void> {
  if (ctx.rails.get(chain)?.deathProof !== 'spent_inputs') return
  for (const { intent, txId } of settled)
    await advanceAttempts(em, ctx, {
      where: (eb) =>
        eb.and([eb('intentId', '=', intent.leadId), eb('handle', '!=', txId), eb('height', 'is', null), eb('state', '!=', 'superseded')]),
      input: 'die',
      patch: { proof: { usedBy: txId } },
    })
}
