import { tables } from '@gateway/db/tables'
import type { Context } from '../kernel/context.ts'

/** Every round in order: its number, units, state and hold reason. */
export async function legsOf(ctx: Pick<Context, 'orm'>): Promise<string[]> {
  const columns = ['leg', 'units', 'state', 'holdReason'] as const
  const rows = await tables(ctx.orm.em.fork()).selectFrom('spend_intent').select(columns).orderBy('leg').execute()
  return rows.map(({ leg, units, state, holdReason }) => [leg, units, state, ...(holdReason === null ? [] : [holdReason])].join(' '))
}
