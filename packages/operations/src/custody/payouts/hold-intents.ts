import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { HoldReason, PlainHoldReason } from '@gateway/domain/custody/hold-reasons'
import type { Context } from '../../kernel/context.ts'
import type { AlarmName } from '../../observability/alerts/log-alarms.ts'

/** Payouts whose transaction did not match the plan; the reason is also the alarm's name. */
interface Unplanned {
  readonly ids: readonly string[]
  readonly reason: AlarmName & PlainHoldReason
  readonly txId: string
}

/** Holds payouts that did not settle as planned, with an alarm; an operator decides. */
export async function holdIntents(em: Em, ctx: Context, held: Unplanned): Promise<void> {
  const { ids, reason, txId } = held
  if (ids.length === 0) return
  ctx.log.error({ alarm: reason, intentIds: ids, txId }, 'payout held after a settlement mismatch')
  await markHeld(em, ctx, { ids, reason })
}

/** Records the hold reason; the start of the hold stays the first one. Final payouts stay final. */
export async function markHeld(em: Em, ctx: Pick<Context, 'clock'>, { ids, reason }: { ids: readonly string[]; reason: HoldReason }) {
  const now = ctx.clock.now()
  await tables(em)
    .updateTable('spend_intent')
    .set((eb) => ({ state: 'held' as const, holdReason: reason, heldSince: eb.fn.coalesce('heldSince', eb.val(now)), updatedAt: now }))
    .where('id', 'in', [...ids])
    .where('state', '!=', 'final')
    .execute()
}
