import type { Em } from '@gateway/db/orm'
import type { HoldReason, PlainHoldReason } from '@gateway/domain/custody/hold-reasons'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import type { AlarmName } from '../../observability/alerts/log-alarms.ts'
import { advanceIntents } from './advance-intents.ts'

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

/** Records the hold reason; the start of the hold stays the first one. Final payouts stay final. @returns those that are held. */
export async function markHeld(em: Em, ctx: Pick<Context, 'clock'>, { ids, reason }: { ids: readonly string[]; reason: HoldReason }) {
  const heldSince = sql<Date>`coalesce(held_since, ${ctx.clock.now()}::timestamptz)`
  return advanceIntents(em, ctx, { ids, input: 'hold', patch: { holdReason: reason, heldSince } })
}
