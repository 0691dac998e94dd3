import type { BroadcastOutcome, ChainNode } from '@gateway/chains/rail'
import { findCursor } from '@gateway/db/chainwatch/queries'
import { findUnsent, lockIntentsOfLead } from '@gateway/db/custody/queries'
import { tables } from '@gateway/db/tables'
import { findMove } from '@gateway/domain/kernel/machine'
import { intentMachine } from '@gateway/domain/custody/machine'
import { payoutBroadcast } from '@gateway/domain/ledger/templates'
import type { Context } from '../context.ts'
import { postTransfers } from '../ledger/post-transfer.ts'
import { type Subjects, subjectOfPurpose } from '../subjects.ts'
import { transaction } from '../transaction.ts'
import { holdingOf, postingRef } from './settle-intents.ts'

type Unsent = Awaited<ReturnType<typeof findUnsent>>[number]

/**
 * Sends every stored transaction that no block holds: at once when the signer has stored it, and once more at each height until it is mined.
 *
 * Always the stored bytes. What a node does not clearly accept is unknown: it frees nothing, fails nothing, and is sent again.
 */
export async function broadcastAttempts(ctx: Context, { node, subjects }: { node: ChainNode; subjects: Subjects }): Promise<void> {
  const { chain } = node.rail
  const em = ctx.orm.em.fork()
  const height = (await findCursor(em, { chain }))?.height ?? 0
  for (const attempt of await findUnsent(em, { chain, height })) {
    await ctx.failpoint('S6')
    const outcome = await node.broadcast(attempt.raw)
    await ctx.failpoint('S7')
    await recordOutcome(ctx, { attempt, outcome, height, subjects })
  }
}

async function recordOutcome(
  ctx: Context,
  sent: { attempt: Unsent; outcome: BroadcastOutcome; height: number; subjects: Subjects },
): Promise<void> {
  const { attempt, outcome, height, subjects } = sent
  const arrived = outcome.outcome === 'accepted' || outcome.outcome === 'known'
  if (!arrived)
    ctx.log.warn(
      { chain: attempt.chain, txId: attempt.handle, outcome: outcome.outcome, reason: outcome.reason },
      'a payout was not accepted and will be sent again',
    )
  await transaction(ctx, async (em) => {
    await tables(em)
      .updateTable('spend_attempt')
      .set({ sentHeight: height, lastProblem: arrived ? null : outcome.reason, updatedAt: ctx.clock.now() })
      .where('intentId', '=', attempt.intentId)
      .where('n', '=', attempt.n)
      .execute()
    if (!arrived || attempt.state === 'broadcast') return
    await tables(em)
      .updateTable('spend_attempt')
      .set({ state: 'broadcast' })
      .where('intentId', '=', attempt.intentId)
      .where('n', '=', attempt.n)
      .where('state', '=', 'signed')
      .execute()
    const intents = (await lockIntentsOfLead(em, { leadId: attempt.intentId })).filter((intent) =>
      findMove(intentMachine, intent.state, 'broadcast'),
    )
    if (intents.length === 0) return
    await tables(em)
      .updateTable('spend_intent')
      .set({ state: 'broadcast', updatedAt: ctx.clock.now() })
      .where(
        'id',
        'in',
        intents.map((intent) => intent.id),
      )
      .execute()
    await postTransfers(
      em,
      ctx,
      intents.map((intent) => payoutBroadcast(holdingOf(intent), { id: postingRef(intent), units: intent.units })),
    )
    const networkFeeUnits = ctx.rails.get(attempt.chain)?.family === 'utxo' ? (attempt.feeUnits ?? 0n) : 0n
    for (const [subject, rows] of Map.groupBy(intents, (intent) => subjectOfPurpose[intent.purpose])) {
      await subjects[subject].payoutsBroadcast(
        em,
        ctx,
        rows.map((intent) => ({
          ref: intent.ref,
          txId: attempt.handle,
          platformPaid: attempt.platformPaid,
          split: { feeUnits: intent.feeUnits, networkFeeUnits, merchantUnits: intent.units - intent.feeUnits - networkFeeUnits },
        })),
      )
    }
  })
}
