import type { ToldEvent } from '@gateway/contract/portal/webhooks'
import { findToldEvents } from '@gateway/db/webhooks/portal-queries'
import type { Context } from '../../kernel/context.ts'

const MOST = 200

/** The events of an object in order, each with its delivery; the last ones where there are many. The caller has checked access. */
export const readToldEvents = (ctx: Pick<Context, 'orm'>, { objectId }: { objectId: string }): Promise<ToldEvent[]> =>
  findToldEvents(ctx.orm.em.fork(), { objectId, most: MOST })
