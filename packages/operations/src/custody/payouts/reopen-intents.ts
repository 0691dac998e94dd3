import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Context } from '../../kernel/context.ts'

/** Returns payouts to planned after all their attempts died. */
export async function reopenIntents(em: Em, ctx: Pick<Context, 'clock'>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tables(em)
    .updateTable('spend_intent')
    .set({ state: 'planned', updatedAt: ctx.clock.now() })
    .where('id', 'in', [...ids])
    .execute()
}
