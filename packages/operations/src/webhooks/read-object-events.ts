import { findEventsAfter } from '@gateway/db/webhooks/event-queries'
import type { Context } from '../kernel/context.ts'

/**
 * Events of some objects after a sequence number of each, in order, or the latest where there are none: one query. The caller checks access.
 */
export const readObjectEvents = (
  ctx: Pick<Context, 'orm'>,
  { objects }: { objects: readonly { readonly id: string; readonly after: number }[] },
) => findEventsAfter(ctx.orm.em.fork(), { objects })
