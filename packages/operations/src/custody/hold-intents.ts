import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Context } from '../context.ts'

/** Holds intents whose money did not do what was planned, with the reason; an operator is alarmed and decides. */
export async function holdIntents(em: Em, ctx: Context, held: { ids: readonly string[]; reason: string; txId: string }): Promise<void> {
  const { ids, reason, txId } = held
  ctx.log.error({ alarm: reason, intentIds: ids, txId }, 'a payout does not agree with the book and is held')
  if (ids.length === 0) return
  await tables(em)
    .updateTable('spend_intent')
    .set({ state: 'held', holdReason: reason, updatedAt: ctx.clock.now() })
    .where('id', 'in', [...ids])
    .where('state', '!=', 'final')
    .execute()
}
