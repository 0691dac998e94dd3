import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { LEDGER_RETRY_MS } from '@gateway/domain/custody/hold-reasons'
import type { ChainCode } from '@gateway/domain/money/asset'
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
  const ids = await lockRefused(em, { chain, before })
  if (ids.length > 0) await tables(em).updateTable('flush').set({ intentId: null }).where('intentId', 'in', ids).execute()
}

async function lockRefused(em: Em, { chain, before }: { chain: ChainCode; before: Date }): Promise<string[]> {
  const rows = await tables(em)
    .selectFrom('spend_intent')
    .select('id')
    .where('chain', '=', chain)
    .where('state', '=', 'held')
    .where('holdReason', 'in', ['settlement_refused_by_book', 'flush_fee_differs'])
    .where('updatedAt', '<=', before)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}
