import { findFinalAttempts } from '@gateway/db/custody/attempt-queries'
import { lockIntentsOfLeads } from '@gateway/db/custody/intent-queries'
import type { Em } from '@gateway/db/orm'
import { gasPaid } from '@gateway/domain/ledger/templates'
import { feePayerOf } from '@gateway/domain/money/chain-facts'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../../kernel/context.ts'
import { postTransfers } from '../../ledger/post-transfer.ts'
import { advanceAttempt } from '../payouts/advance-attempts.ts'
import { holdIntents } from '../payouts/hold-intents.ts'

/** One of our transactions in a final block. */
export type FinalAttempt = Awaited<ReturnType<typeof findFinalAttempts>>[number]

/** Closes every attempt in a final block and books its gas (L5); what the block shows to have left settles the payouts. */
export async function finalizeAttempts(em: Em, ctx: Context, final: { chain: ChainCode; finalHeight: number }): Promise<FinalAttempt[]> {
  const attempts = await findFinalAttempts(em, { ...final, spendsCredited: ctx.rails.get(final.chain)?.moves === 'chosen_deposits' })
  const closed: FinalAttempt[] = []
  for (const attempt of attempts) if (await closeAttempt(em, ctx, attempt)) closed.push(attempt)
  return closed
}

/** Holds payouts that a final transaction did not pay, and alarms. Their funds did not move and no earlier attempt can be mined. */
export async function settleUnpaid(em: Em, ctx: Context, attempt: FinalAttempt): Promise<void> {
  const intents = await lockIntentsOfLeads(em, [attempt.intentId])
  const unpaid = intents.filter(({ state }) => state === 'signed' || state === 'broadcast').map(({ id }) => id)
  // So that the lead of a batch whose other payouts were paid can be signed again.
  if (unpaid.includes(attempt.intentId)) await advanceAttempt(em, ctx, { attempt, input: 'retire' })
  const reason = attempt.succeeded === false ? 'transaction_reverted' : 'flush_failed'
  await holdIntents(em, ctx, { ids: unpaid, reason, txId: attempt.handle })
}

async function closeAttempt(em: Em, ctx: Context, attempt: FinalAttempt): Promise<boolean> {
  const isClosed = await advanceAttempt(em, ctx, { attempt, ...endOf(attempt) })
  if (isClosed) await postGas(em, ctx, attempt)
  return isClosed
}

const endOf = ({ succeeded, height }: FinalAttempt) =>
  succeeded === false ? ({ input: 'die', patch: { proof: { receiptStatus: 0, height } } } as const) : ({ input: 'finalize' } as const)

/** The platform pays the gas even when the transaction failed. */
async function postGas(em: Em, ctx: Context, attempt: FinalAttempt): Promise<void> {
  const rail = ctx.rails.get(attempt.chain)
  if (!rail || feePayerOf(rail, attempt.asset) !== 'from_platform' || attempt.feeUnits === null) return
  const treasury = { asset: attempt.chain, chain: attempt.chain, mode: 'live' } as const
  const gas = { txId: attempt.handle, revision: attempt.posting, units: attempt.feeUnits }
  await postTransfers(em, ctx, [gasPaid(treasury, gas)])
}
