import type { SpendAttemptEntity } from '@gateway/db/custody/spend-attempt.entity'
import { lockIntentsOfLeads } from '@gateway/db/custody/intent-queries'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { purposes } from '@gateway/domain/custody/purposes'
import { payoutBroadcast } from '@gateway/domain/ledger/templates'
import { feePayerOf } from '@gateway/domain/money/chain-facts'
import { splitPaid } from '@gateway/domain/payments/rules'
import type { Context } from '../../kernel/context.ts'
import { postTransfers } from '../../ledger/post-transfer.ts'
import { payoutChangeOf, type PayoutChange, type AddressOwners } from '../../kernel/address-owners.ts'
import { advanceIntents } from './advance-intents.ts'
import { findPostedIntents } from './find-posted-intents.ts'
import { holdingOf } from './posting-key.ts'

/** A transaction that nodes have accepted. */
export type SentAttempt = Pick<SpendAttemptEntity, 'intentId' | 'chain' | 'handle' | 'feeUnits' | 'platformPaid'> & {
  readonly signedTxIds?: readonly string[]
}

/** Records broadcasts: intents move, the ledger is posted (L3) and the subjects may show the transactions. */
export async function postBroadcasts(
  em: Em,
  ctx: Context,
  { sent, subjects }: { sent: readonly SentAttempt[]; subjects: AddressOwners },
): Promise<void> {
  const byLead = new Map(sent.map((attempt) => [attempt.intentId, attempt]))
  if (byLead.size === 0) return
  const locked = await lockIntentsOfLeads(em, [...byLead.keys()])
  const ids = locked.map((intent) => intent.id)
  const moved = new Set((await advanceIntents(em, ctx, { ids, input: 'broadcast' })).map(({ id }) => id))
  const intents = locked.filter(({ id }) => moved.has(id))
  if (intents.length === 0) return
  // Postings that a reorg reversed are posted again, broadcast included, when their deposits reappear.
  const planned = await findPostedIntents(em, intents)
  await postTransfers(
    em,
    ctx,
    planned.map((intent) => payoutBroadcast(holdingOf(intent), { id: intent.id, revision: intent.posting, units: intent.units })),
  )
  for (const [subject, rows] of Map.groupBy(intents, (intent) => purposes[intent.purpose].owner)) {
    const payouts = rows.flatMap((intent) => payoutOf(ctx, intent, byLead.get(intent.leadId)) ?? [])
    await subjects[subject].payoutsBroadcast(em, ctx, payouts)
  }
}

function payoutOf(ctx: Context, intent: SpendIntentEntity, attempt: SentAttempt | undefined): PayoutChange | undefined {
  if (!attempt) return undefined
  const rail = ctx.rails.get(attempt.chain)
  const networkFeeUnits = rail && feePayerOf(rail, intent.asset) === 'from_deposit' ? (attempt.feeUnits ?? 0n) : 0n
  const { handle: txId, platformPaid, signedTxIds = [] } = attempt
  return payoutChangeOf(intent, { txId, platformPaid, signedTxIds, split: splitPaid(intent, networkFeeUnits) })
}
