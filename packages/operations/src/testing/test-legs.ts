import { tables } from '@gateway/db/tables'
import type { Context } from '../kernel/context.ts'

/** Every round in order: its number, units, state and hold reason. */
export async function legsOf(ctx: Pick<Context, 'orm'>): Promise<string[]> {
  const columns = ['leg', 'units', 'state', 'holdReason'] as const
  const rows = await tables(ctx.orm.em.fork()).selectFrom('spend_intent').select(columns).orderBy('leg').execute()
  return rows.map(({ leg, units, state, holdReason }) => [leg, units, state, ...(holdReason === null ? [] : [holdReason])].join(' '))
}

/** The workflows of the messages that asked for a signature of a payment's round, besides its own run. */
export async function askedOf(ctx: Pick<Context, 'orm'>, paymentId: string): Promise<string[]> {
  const rows = await tables(ctx.orm.em.fork())
    .selectFrom('outbox')
    .select('workflowId')
    .where('workflowId', 'like', `payout/${paymentId}/%`)
    .execute()
  return rows.map(({ workflowId }) => workflowId)
}
