import { deleteLogged } from '@gateway/db/webhooks/log-queries'
import { keptMs } from '@gateway/domain/webhooks/retry-schedule'
import type { Context } from '../kernel/context.ts'

const BATCH = 500

/**
 * Deletes deliveries and webhook tests older than thirty days, a batch per endpoint at a time.
 *
 * Events stay: payments are replayed from them, and no serving role may delete them. The feed no longer shows them.
 *
 * @returns how many rows were deleted.
 */
export async function forgetLogs(ctx: Pick<Context, 'orm' | 'clock'>): Promise<number> {
  const until = new Date(ctx.clock.now().getTime() - keptMs)
  let forgotten = 0
  for (;;) {
    const batch = await deleteLogged(ctx.orm.em.fork(), { until, limit: BATCH })
    forgotten += batch
    if (batch === 0) return forgotten
  }
}
