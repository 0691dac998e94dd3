import { tables } from '@gateway/db/tables'
import type { Context } from '../kernel/context.ts'

/** How the sources of prices behave; those that were switched off stay with what they did last. */
export const listSources = (ctx: Pick<Context, 'orm'>) =>
  tables(ctx.orm.em.fork())
    .selectFrom('rate_source')
    .select(['name', 'failures', 'problem', 'askedAt', 'answeredAt', 'restsUntil', 'sameSince'])
    .orderBy('name')
    .execute()
