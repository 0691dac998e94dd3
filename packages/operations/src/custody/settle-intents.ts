import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { findMove } from '@gateway/domain/kernel/machine'
import { intentMachine } from '@gateway/domain/custody/machine'
import type { Holding } from '@gateway/domain/ledger/templates'
import { payoutBroadcast, payoutFinal } from '@gateway/domain/ledger/templates'
import type { Split } from '@gateway/domain/payments/rules'
import type { Context } from '../context.ts'
import { postTransfers } from '../ledger/post-transfer.ts'
import { type Subjects, subjectOfPurpose } from '../subjects.ts'

/** An intent whose money has left for good, and how it really divided. */
export interface Settled {
  readonly intent: SpendIntentEntity
  readonly txId: string
  readonly paid: Split
  readonly platformPaid: boolean
}

/** Closes intents with what was really paid: ledger L3 if it was never posted, then L4, once by key; then their rooms move on. */
export async function settleIntents(
  em: Em,
  ctx: Context,
  { subjects, settled }: { subjects: Subjects; settled: readonly Settled[] },
): Promise<void> {
  const open = settled.filter(({ intent }) => findMove(intentMachine, intent.state, 'finalize'))
  if (open.length === 0) return
  await ctx.failpoint('S9')
  await postTransfers(
    em,
    ctx,
    open.map(({ intent }) => payoutBroadcast(holdingOf(intent), { id: postingRef(intent), units: intent.units })),
  )
  await postTransfers(
    em,
    ctx,
    open.map(({ intent, paid, platformPaid }) =>
      payoutFinal(holdingOf(intent), { id: postingRef(intent), planned: intent, paid, platformPaid }),
    ),
  )
  for (const { intent, paid } of open) {
    await tables(em)
      .updateTable('spend_intent')
      .set({ ...paid, state: 'final', holdReason: null, updatedAt: ctx.clock.now() })
      .where('id', '=', intent.id)
      .execute()
  }
  for (const [subject, rows] of Map.groupBy(open, ({ intent }) => subjectOfPurpose[intent.purpose])) {
    const payouts = rows.map(({ intent, txId, paid, platformPaid }) => ({ ref: intent.ref, txId, split: paid, platformPaid }))
    await subjects[subject].payoutsFinal(em, ctx, payouts)
  }
}

/** Whose money an intent moves. */
export const holdingOf = ({ asset, chain, mode, businessId }: SpendIntentEntity): Holding => ({ asset, chain, mode, businessId })

/** The ledger reference of an intent: its id, and a round number once a reorganisation has reversed what was posted before. */
export const postingRef = ({ id, posting }: Pick<SpendIntentEntity, 'id' | 'posting'>): string => (posting === 0 ? id : `${id}#${posting}`)
