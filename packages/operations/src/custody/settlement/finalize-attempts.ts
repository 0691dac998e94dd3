import { findFinalAttempts, findHandlesOf } from '@gateway/db/custody/attempt-queries'
import { lockIntentsOfLead } from '@gateway/db/custody/intent-queries'
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

/** One of our transactions in a final block. */
export type FinalAttempt = Awaited<ReturnType<typeof findFinalAttempts>>[number]

/** Closes every attempt in a final block and books its gas (L5); the caller settles the payouts. */
export async function finalizeAttempts(em: Em, ctx: Context, final: { chain: ChainCode; finalHeight: number }): Promise<FinalAttempt[]> {
  const attempts = await findFinalAttempts(em, { ...final, spendsCredited: ctx.rails.get(final.chain)?.settlesBy === 'own_attempt' })
  for (const attempt of attempts) await closeAttempt(em, ctx, attempt)
  return attempts
}

/** The payouts that final transactions settled, where no contract's log settles them. */
export async function settledByAttempts(em: Em, ctx: Context, attempts: readonly FinalAttempt[]): Promise<Settled[]> {
  const settled: Settled[] = []
  for (const attempt of attempts) settled.push(...(await settledByAttempt(em, ctx, attempt)))
  return settled
}

/** Holds payouts that a final transaction did not pay, and alarms. Their funds did not move and no earlier attempt can be mined. */
export async function settleUnpaid(em: Em, ctx: Context, attempt: FinalAttempt): Promise<void> {
  const intents = await lockIntentsOfLead(em, { leadId: attempt.intentId })
  const unpaid = intents.filter(({ state }) => state === 'signed' || state === 'broadcast').map(({ id }) => id)
  if (unpaid.includes(attempt.intentId)) await retireAttempt(em, attempt)
  const reason = attempt.succeeded === false ? 'transaction_reverted' : 'flush_failed'
  await holdIntents(em, ctx, { ids: unpaid, reason, txId: attempt.handle })
}

/** The platform pays the gas even when the transaction failed. */
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
  if (ctx.rails.get(attempt.chain)?.networkFee !== 'from_platform' || attempt.feeUnits === null) return
  const treasury = { asset: attempt.chain, chain: attempt.chain, mode: 'live' } as const
  await postTransfers(em, ctx, [gasPaid(treasury, { txId: gasPostingRef(attempt), units: attempt.feeUnits })])
}

async function settledByAttempt(em: Em, ctx: Context, attempt: FinalAttempt): Promise<Settled[]> {
  if (ctx.rails.get(attempt.chain)?.settlesBy !== 'own_attempt' || attempt.succeeded === false) return []
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

/** Retires the attempt of a batch whose lead was refused while others were paid, so that the lead can be signed again. */
async function retireAttempt(em: Em, { intentId, n }: FinalAttempt): Promise<void> {
  await tables(em)
    .updateTable('spend_attempt')
    .set({ state: 'superseded' })
    .where('intentId', '=', intentId)
    .where('n', '=', n)
    .where('state', '=', 'final')
    .execute()
}
