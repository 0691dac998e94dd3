import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { HoldReason, PlainHoldReason } from '@gateway/domain/custody/hold-reasons'
import type { Context } from '../../kernel/context.ts'
import type { AlarmName } from '../../observability/alerts/log-alarms.ts'

/** Payouts that a transaction has not done right, and how; an alarm is named after each such reason. */
interface Unplanned {
  readonly ids: readonly string[]
  readonly reason: AlarmName & PlainHoldReason
  readonly txId: string
}

/** Holds intents whose money did not do what was planned, with the reason; an operator is alarmed and decides. */
export async function holdIntents(em: Em, ctx: Context, held: Unplanned): Promise<void> {
  const { ids, reason, txId } = held
  if (ids.length === 0) return
  ctx.log.error({ alarm: reason, intentIds: ids, txId }, 'a payout did not do what was planned and is held')
  await markHeld(em, ctx, { ids, reason })
}

/** Writes down why intents wait; they are held since they were first, whatever the reason was then. What is final stays so. */
export async function markHeld(em: Em, ctx: Pick<Context, 'clock'>, { ids, reason }: { ids: readonly string[]; reason: HoldReason }) {
  const now = ctx.clock.now()
  await tables(em)
    .updateTable('spend_intent')
    .set((eb) => ({ state: 'held' as const, holdReason: reason, heldSince: eb.fn.coalesce('heldSince', eb.val(now)), updatedAt: now }))
    .where('id', 'in', [...ids])
    .where('state', '!=', 'final')
    .execute()
}
