import { findDueFlushes } from '@gateway/db/chainwatch/queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../context.ts'
import { closeFinalAttempts, holdUnpaid, settledByAttempts } from '../custody/close-attempts.ts'
import { finalHeightOf } from '../custody/final-height.ts'
import { type Settled, settleIntents } from '../custody/settle-intents.ts'
import type { Subjects } from '../subjects.ts'
import { joinFlushed } from './join-flushed.ts'

/** A chain, read up to a block. */
export interface FinalityInput {
  readonly chain: ChainCode
  readonly view: ChainView
  readonly subjects: Subjects
}

/**
 * Settles every payout that the chain now calls final, with what it really paid, in the caller's transaction.
 *
 * Deposit contracts settle by their own log, whoever sent the transaction; outputs settle by our attempt. An item of a final transaction
 * without a log was refused by its token: it is held, and its money lies where it was.
 */
export async function finalizePayouts(em: Em, ctx: Context, { chain, view, subjects }: FinalityInput): Promise<void> {
  const finalHeight = finalHeightOf(ctx.rails, chain, view)
  const attempts = await closeFinalAttempts(em, ctx, { chain, finalHeight })
  const flushed = await settledByLog(em, ctx, { chain, finalHeight, view, subjects })
  const spent = await settledByAttempts(em, ctx, attempts)
  await settleIntents(em, ctx, { subjects, settled: [...flushed, ...spent] })
  for (const attempt of attempts) await holdUnpaid(em, ctx, attempt)
}

async function settledByLog(em: Em, ctx: Context, due: FinalityInput & { finalHeight: number }): Promise<Settled[]> {
  const settled: Settled[] = []
  for (const flush of await findDueFlushes(em, due)) {
    const joined = await joinFlushed(em, ctx, flush)
    if (!joined) continue
    const { intent, hasUnseen } = joined
    if (hasUnseen) await due.subjects[flush.subject].depositsChanged(em, ctx, { chain: due.chain, ids: [flush.subjectId], view: due.view })
    await tables(em)
      .updateTable('flush')
      .set({ intentId: intent.id })
      .where('chain', '=', flush.chain)
      .where('ref', '=', flush.ref)
      .execute()
    // A platform leg that its receiver refused went to the merchant, who owes it: the fee itself is unaffected.
    const platformPaid = flush.feeUnits > 0n || intent.feeUnits === 0n
    const feeUnits = platformPaid ? flush.feeUnits : intent.feeUnits
    settled.push({
      intent,
      txId: flush.txId,
      platformPaid,
      paid: { feeUnits, networkFeeUnits: 0n, merchantUnits: intent.units - feeUnits },
    })
  }
  return settled
}
