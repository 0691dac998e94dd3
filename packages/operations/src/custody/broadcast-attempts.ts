import type { BroadcastOutcome, ChainNode } from '@gateway/chains/rail'
import { findUnsent, lockIntentsOfLead } from '@gateway/db/custody/queries'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { findMove } from '@gateway/domain/kernel/machine'
import { intentMachine } from '@gateway/domain/custody/machine'
import { payoutBroadcast } from '@gateway/domain/ledger/templates'
import { splitPaid } from '@gateway/domain/payments/rules'
import type { Context } from '../context.ts'
import { postTransfers } from '../ledger/post-transfer.ts'
import { newsOf, type PayoutNews, type Subjects, subjectOfPurpose } from '../subjects.ts'
import { transaction } from '../transaction.ts'
import { plannedIntents } from './planned-intents.ts'
import { holdingOf, postingRef } from './settle-intents.ts'

type Unsent = Awaited<ReturnType<typeof findUnsent>>[number]

/**
 * Sends every stored transaction that no block holds: at once when the signer has stored it, and once more at each height until it is mined.
 *
 * Always the stored bytes. What a node does not clearly accept is unknown: it frees nothing, fails nothing, and is sent again.
 */
export async function broadcastAttempts(ctx: Context, sending: { node: ChainNode; subjects: Subjects; height: number }): Promise<void> {
  const { node, subjects, height } = sending
  const { chain } = node.rail
  const em = ctx.orm.em.fork()
  for (const attempt of await findUnsent(em, { chain, height })) {
    await ctx.failpoint('S6')
    const outcome = await node.broadcast(attempt.raw)
    await ctx.failpoint('S7')
    await recordOutcome(ctx, { attempt, outcome, height, subjects })
  }
}

interface Sent {
  readonly attempt: Unsent
  readonly outcome: BroadcastOutcome
  readonly height: number
  readonly subjects: Subjects
}

async function recordOutcome(ctx: Context, { attempt, outcome, height, subjects }: Sent): Promise<void> {
  const problem = problemOf(outcome)
  if (problem !== null)
    ctx.log.warn({ chain: attempt.chain, txId: attempt.handle, ...outcome }, 'a payout was not accepted and will be sent again')
  await transaction(ctx, async (em) => {
    await tables(em)
      .updateTable('spend_attempt')
      .set({
        sentHeight: height,
        lastProblem: problem,
        updatedAt: ctx.clock.now(),
        ...(problem === null && { state: 'broadcast' as const }),
      })
      .where('intentId', '=', attempt.intentId)
      .where('n', '=', attempt.n)
      // The scanner may have found it in a block meanwhile; what is final stays final.
      .where('state', 'in', ['signed', 'broadcast'])
      .execute()
    if (problem === null && attempt.state === 'signed') await bookBroadcast(em, ctx, { attempt, subjects })
  })
}

const problemOf = (outcome: BroadcastOutcome): string | null => ('reason' in outcome ? outcome.reason : null)

/** The payout is on its way: its intents move, the book follows (L3), and its rooms may show the transaction. */
async function bookBroadcast(em: Em, ctx: Context, { attempt, subjects }: Pick<Sent, 'attempt' | 'subjects'>): Promise<void> {
  const locked = await lockIntentsOfLead(em, { leadId: attempt.intentId })
  const intents = locked.filter((intent) => findMove(intentMachine, intent.state, 'broadcast'))
  if (intents.length === 0) return
  const ids = intents.map((intent) => intent.id)
  await tables(em).updateTable('spend_intent').set({ state: 'broadcast', updatedAt: ctx.clock.now() }).where('id', 'in', ids).execute()
  // What a reorganisation has taken out of the book is booked again when its deposits are back, broadcast included.
  const planned = await plannedIntents(em, intents)
  await postTransfers(
    em,
    ctx,
    planned.map((intent) => payoutBroadcast(holdingOf(intent), { id: postingRef(intent), units: intent.units })),
  )
  for (const [subject, rows] of Map.groupBy(intents, (intent) => subjectOfPurpose[intent.purpose])) {
    await subjects[subject].payoutsBroadcast(
      em,
      ctx,
      rows.map((intent) => payoutOf(ctx, intent, attempt)),
    )
  }
}

function payoutOf(ctx: Context, intent: SpendIntentEntity, attempt: Unsent): PayoutNews {
  const networkFeeUnits = ctx.rails.get(attempt.chain)?.family === 'utxo' ? (attempt.feeUnits ?? 0n) : 0n
  return newsOf(intent, { txId: attempt.handle, platformPaid: attempt.platformPaid, split: splitPaid(intent, networkFeeUnits) })
}
