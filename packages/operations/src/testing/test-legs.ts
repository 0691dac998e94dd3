import { tables } from '@gateway/db/tables'
import type { Context } from '../kernel/context.ts'

/** Every round in its order: its number, what it moves, where it stands and what it is held for. */
export async function legsOf(ctx: Pick<Context, 'orm'>): Promise<string[]> {
  const columns = ['leg', 'units', 'state', 'holdReason'] as const
  const rows = await tables(ctx.orm.em.fork()).selectFrom('spend_intent').select(columns).orderBy('leg').execute()
  return rows.map(({ leg, units, state, holdReason }) => [leg, units, state, ...(holdReason === null ? [] : [holdReason])].join(' '))
}

/** The workflow of every message that has asked for a signature of a round of a payment, besides its own run. */
export async function askedOf(ctx: Pick<Context, 'orm'>, paymentId: string): Promise<string[]> {
  const rows = await tables(ctx.orm.em.fork())
    .selectFrom('outbox')
    .select('workflowId')
    .where('workflowId', 'like', `payout/${paymentId}/%`)
    .execute()
  return rows.map(({ workflowId }) => workflowId)
}
