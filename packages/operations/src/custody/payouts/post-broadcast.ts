import type { SpendAttemptEntity } from '@gateway/db/custody/spend-attempt.entity'
import { lockIntentsOfLead } from '@gateway/db/custody/intent-queries'
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

/** A transaction that nodes have accepted, with the subjects to notify. */
interface SentPayout {
  readonly attempt: Pick<SpendAttemptEntity, 'intentId' | 'chain' | 'handle' | 'feeUnits' | 'platformPaid'> & {
    readonly signedTxIds?: readonly string[]
  }
  readonly subjects: AddressOwners
}

/** Records a broadcast: intents move, the ledger is posted (L3) and the subjects may show the transaction. */
export async function postBroadcast(em: Em, ctx: Context, { attempt, subjects }: SentPayout): Promise<void> {
  const locked = await lockIntentsOfLead(em, { leadId: attempt.intentId })
  const ids = locked.map((intent) => intent.id)
  const sent = new Set((await advanceIntents(em, ctx, { ids, input: 'broadcast' })).map(({ id }) => id))
  const intents = locked.filter(({ id }) => sent.has(id))
  if (intents.length === 0) return
  // Postings that a reorg reversed are posted again, broadcast included, when their deposits reappear.
  const planned = await findPostedIntents(em, intents)
  await postTransfers(
    em,
    ctx,
    planned.map((intent) => payoutBroadcast(holdingOf(intent), { id: intent.id, revision: intent.posting, units: intent.units })),
  )
  for (const [subject, rows] of Map.groupBy(intents, (intent) => purposes[intent.purpose].owner)) {
    await subjects[subject].payoutsBroadcast(
      em,
      ctx,
      rows.map((intent) => payoutOf(ctx, intent, attempt)),
    )
  }
}

function payoutOf(ctx: Context, intent: SpendIntentEntity, attempt: SentPayout['attempt']): PayoutChange {
  const rail = ctx.rails.get(attempt.chain)
  const networkFeeUnits = rail && feePayerOf(rail, intent.asset) === 'from_deposit' ? (attempt.feeUnits ?? 0n) : 0n
  const { handle: txId, platformPaid, signedTxIds = [] } = attempt
  return payoutChangeOf(intent, { txId, platformPaid, signedTxIds, split: splitPaid(intent, networkFeeUnits) })
}
