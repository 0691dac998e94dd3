import { tables } from '@gateway/db/tables'
import type { Context } from '../kernel/context.ts'

/** The state of the rate sources; a source that was switched off keeps its last one. */
export const listSources = (ctx: Pick<Context, 'orm'>) =>
  tables(ctx.orm.em.fork())
    .selectFrom('rate_source')
    .select(['name', 'failures', 'problem', 'askedAt', 'answeredAt', 'restsUntil', 'sameSince'])
    .orderBy('name')
    .execute()
