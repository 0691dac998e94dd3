import { findEventsAfter } from '@gateway/db/webhooks/queries'
import type { Context } from '../kernel/context.ts'

/**
 * Events of some objects after a sequence number of each, in order, or the latest where there are none: one query however many they are. Who may
 * see them is the caller's to know.
 */
export const readObjectEvents = (
  ctx: Pick<Context, 'orm'>,
  { objects }: { objects: readonly { readonly id: string; readonly after: number }[] },
) => findEventsAfter(ctx.orm.em.fork(), { objects })
