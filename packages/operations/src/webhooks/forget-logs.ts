import { deleteLogged } from '@gateway/db/webhooks/log-queries'
import { keptMs } from '@gateway/domain/webhooks/retry-schedule'
import type { Context } from '../kernel/context.ts'

const BATCH = 500

/**
 * Forgets what was sent more than thirty days ago, a batch of each endpoint at a time.
 *
 * Events stay: they are records that payments are proved by, and nobody who serves may delete them. The feed does not show them any more.
 *
 * @returns how many rows were forgotten.
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
