import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { LEDGER_RETRY_MS } from '@gateway/domain/custody/hold-reasons'
import type { ChainCode } from '@gateway/domain/money/asset'
import { advanceAttempts } from '../../custody/payouts/advance-attempts.ts'
import type { Context } from '../../kernel/context.ts'

/**
 * Offers payouts that the ledger rejected an hour ago to it again, as if their blocks had just become final.
 *
 * Nothing is signed or sent. A payout that is rejected again stays held; it settles once an operator has corrected the rows.
 */
export async function retrySettlement(em: Em, ctx: Context, chain: ChainCode): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - LEDGER_RETRY_MS)
  await tables(em)
    .updateTable('flush')
    .set({ problem: null })
    .where('chain', '=', chain)
    .where('problem', '=', 'refused_by_book')
    .where((eb) => eb.or([eb('triedAt', 'is', null), eb('triedAt', '<=', before)]))
    .execute()
  const refused = await lockRefused(em, { chain, before })
  if (refused.length === 0) return
  if (ctx.rails.get(chain)?.settlesBy === 'contract_log') await reopenFlushes(em, refused)
  else await reopenAttempts(em, ctx, refused)
}

const lockRefused = (em: Em, { chain, before }: { chain: ChainCode; before: Date }): Promise<Pick<SpendIntentEntity, 'id' | 'leadId'>[]> =>
  tables(em)
    .selectFrom('spend_intent')
    .select(['id', 'leadId'])
    .where('chain', '=', chain)
    .where('state', '=', 'held')
    .where('holdReason', 'in', ['settlement_refused_by_book', 'flush_fee_differs'])
    .where('updatedAt', '<=', before)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Deposit contracts settle by the log of their flush. */
async function reopenFlushes(em: Em, refused: readonly { id: string }[]): Promise<void> {
  const ids = refused.map(({ id }) => id)
  await tables(em).updateTable('flush').set({ intentId: null }).where('intentId', 'in', ids).execute()
}

/** Outputs settle by our attempt, which is closed again in the same transaction. */
async function reopenAttempts(em: Em, ctx: Context, refused: readonly { leadId: string }[]): Promise<void> {
  const leads = refused.map(({ leadId }) => leadId)
  await advanceAttempts(em, ctx, { where: (eb) => eb('intentId', 'in', leads), input: 'unsettle' })
}
