import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import { findDueFlushes, findFinalAttempts, lockIntentsOfLead } from '@gateway/db/custody/queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import { gasPaid } from '@gateway/domain/ledger/templates'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Split } from '@gateway/domain/payments/rules'
import type { Context } from '../context.ts'
import { postTransfers } from '../ledger/post-transfer.ts'
import type { Subjects } from '../subjects.ts'
import { finalHeightOf } from '../custody/final-height.ts'
import { joinFlushed } from './join-flushed.ts'
import { type Settled, settleIntents } from '../custody/settle-intents.ts'

/** A chain, read up to a block. */
export interface FinalityInput {
  readonly chain: ChainCode
  readonly view: ChainView
  readonly subjects: Subjects
}

type FinalAttempt = Awaited<ReturnType<typeof findFinalAttempts>>[number]

/**
 * Settles every payout that the chain now calls final, with what it really paid, in the caller's transaction.
 *
 * Deposit contracts settle by their own log, whoever sent the transaction; outputs settle by our attempt. An item of a final transaction
 * without a log was refused by its token: it is held, and its money lies where it was.
 */
export async function finalizePayouts(em: Em, ctx: Context, { chain, view, subjects }: FinalityInput): Promise<void> {
  const finalHeight = finalHeightOf(ctx.rails, chain, view)
  const attempts = await findFinalAttempts(em, { chain, finalHeight })
  for (const attempt of attempts) await closeAttempt(em, ctx, attempt)
  const flushed = await settledByLog(em, ctx, { chain, finalHeight })
  const spent: Settled[] = []
  for (const attempt of attempts) spent.push(...(await settledByAttempt(em, ctx, attempt)))
  await settleIntents(em, ctx, { subjects, settled: [...flushed, ...spent] })
  for (const attempt of attempts) await holdUnpaid(em, ctx, attempt)
}

/** Gas is the platform's cost whether or not the transaction did what it should. */
async function closeAttempt(em: Em, ctx: Context, attempt: FinalAttempt): Promise<void> {
  const died = attempt.succeeded === false
  await tables(em)
    .updateTable('spend_attempt')
    .set({
      state: died ? 'dead' : 'final',
      ...(died && { proof: { receiptStatus: 0, height: attempt.height } }),
      updatedAt: ctx.clock.now(),
    })
    .where('intentId', '=', attempt.intentId)
    .where('n', '=', attempt.n)
    .execute()
  if (ctx.rails.get(attempt.chain)?.family !== 'account' || attempt.feeUnits === null) return
  await postTransfers(em, ctx, [
    gasPaid({ asset: attempt.chain, chain: attempt.chain, mode: 'live' }, { txId: attempt.handle, units: attempt.feeUnits }),
  ])
}

async function settledByAttempt(em: Em, ctx: Context, attempt: FinalAttempt): Promise<Settled[]> {
  if (ctx.rails.get(attempt.chain)?.family !== 'utxo' || attempt.succeeded === false) return []
  const intents = await lockIntentsOfLead(em, { leadId: attempt.intentId })
  return intents.map((intent) => ({
    intent,
    txId: attempt.handle,
    platformPaid: attempt.platformPaid,
    paid: paidFrom(intent, attempt.feeUnits ?? 0n),
  }))
}

const paidFrom = (intent: SpendIntentEntity, networkFeeUnits: bigint): Split => ({
  feeUnits: intent.feeUnits,
  networkFeeUnits,
  merchantUnits: intent.units - intent.feeUnits - networkFeeUnits,
})

async function settledByLog(em: Em, ctx: Context, due: { chain: ChainCode; finalHeight: number }): Promise<Settled[]> {
  const settled: Settled[] = []
  for (const flush of await findDueFlushes(em, due)) {
    const intent = await joinFlushed(em, ctx, flush)
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

async function holdUnpaid(em: Em, ctx: Context, attempt: FinalAttempt): Promise<void> {
  const held = await tables(em)
    .updateTable('spend_intent')
    .set({ state: 'held', holdReason: attempt.succeeded === false ? 'transaction_reverted' : 'flush_failed', updatedAt: ctx.clock.now() })
    .where('leadId', '=', attempt.intentId)
    .where('state', 'in', ['signed', 'broadcast'])
    .returning('id')
    .execute()
  if (held.some(({ id }) => id === attempt.intentId)) await retireAttempt(em, attempt)
  for (const { id } of held)
    ctx.log.error(
      { alarm: 'payout_failed', intentId: id, chain: attempt.chain, txId: attempt.handle },
      'a payout moved no money and is held',
    )
}

/** The lead of a batch that was refused while others were paid: the attempt is no longer its live one, so that it can be signed for again. */
async function retireAttempt(em: Em, { intentId, n }: FinalAttempt): Promise<void> {
  await tables(em)
    .updateTable('spend_attempt')
    .set({ state: 'superseded' })
    .where('intentId', '=', intentId)
    .where('n', '=', n)
    .where('state', '=', 'final')
    .execute()
}
