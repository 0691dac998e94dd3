import { findFinalAttempts, findHandlesOf } from '@gateway/db/custody/attempt-queries'
import { lockIntentsOfLead } from '@gateway/db/custody/queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { gasPaid } from '@gateway/domain/ledger/templates'
import type { ChainCode } from '@gateway/domain/money/asset'
import { splitPaid } from '@gateway/domain/payments/rules'
import type { Context } from '../../kernel/context.ts'
import { postTransfers } from '../../ledger/post-transfer.ts'
import { gasPostingRef } from '../treasury/gas-posting-ref.ts'
import { holdIntents } from '../payouts/hold-intents.ts'
import type { Settled } from './settle-intents.ts'

/** A transaction of ours that the chain calls final. */
export type FinalAttempt = Awaited<ReturnType<typeof findFinalAttempts>>[number]

/** Closes every transaction of ours that is final by now, and books its gas (L5); what it paid for is settled by the caller. */
export async function finalizeAttempts(em: Em, ctx: Context, final: { chain: ChainCode; finalHeight: number }): Promise<FinalAttempt[]> {
  const attempts = await findFinalAttempts(em, { ...final, spendsCredited: ctx.rails.get(final.chain)?.family === 'utxo' })
  for (const attempt of attempts) await closeAttempt(em, ctx, attempt)
  return attempts
}

/** What final transactions of a UTXO chain have paid: outputs settle by the transaction itself. */
export async function settledByAttempts(em: Em, ctx: Context, attempts: readonly FinalAttempt[]): Promise<Settled[]> {
  const settled: Settled[] = []
  for (const attempt of attempts) settled.push(...(await settledByAttempt(em, ctx, attempt)))
  return settled
}

/**
 * Holds what a final transaction should have paid and did not: its money lies where it was, and an operator is told. Nothing that was signed for it
 * before can be mined any more.
 */
export async function settleUnpaid(em: Em, ctx: Context, attempt: FinalAttempt): Promise<void> {
  const intents = await lockIntentsOfLead(em, { leadId: attempt.intentId })
  const unpaid = intents.filter(({ state }) => state === 'signed' || state === 'broadcast').map(({ id }) => id)
  if (unpaid.includes(attempt.intentId)) await retireAttempt(em, attempt)
  const reason = attempt.succeeded === false ? 'transaction_reverted' : 'flush_failed'
  await holdIntents(em, ctx, { ids: unpaid, reason, txId: attempt.handle })
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
  const treasury = { asset: attempt.chain, chain: attempt.chain, mode: 'live' } as const
  await postTransfers(em, ctx, [gasPaid(treasury, { txId: gasPostingRef(attempt), units: attempt.feeUnits })])
}

async function settledByAttempt(em: Em, ctx: Context, attempt: FinalAttempt): Promise<Settled[]> {
  if (ctx.rails.get(attempt.chain)?.family !== 'utxo' || attempt.succeeded === false) return []
  const intents = await lockIntentsOfLead(em, { leadId: attempt.intentId })
  const signedTxIds = await findHandlesOf(em, attempt)
  return intents.map((intent) => ({
    signedTxIds,
    intent,
    txId: attempt.handle,
    platformPaid: attempt.platformPaid,
    takenBackUnits: attempt.takenBackUnits,
    paid: splitPaid(intent, attempt.feeUnits ?? 0n),
  }))
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
