import { eventually } from '@gateway/testing/wait'
import type { Story } from './story.ts'

/**
 * Keeps the gateway from looking at its invariants by itself for an hour, for a story that makes them untrue for a while: whether a look meets
 * that would be chance, and what it finds it pauses. None is under way afterwards; one that has not ended in three minutes is taken for dead, with
 * its process or for want of its node.
 */
export async function unwatched({ sql }: Pick<Story, 'sql'>): Promise<void> {
  await eventually('the looks to be over', async () => {
    await sql.query(
      `UPDATE invariant_run SET started_at = now() + interval '1 hour'
        WHERE started_at <= now() AND (finished_at >= started_at OR started_at < now() - interval '3 minutes')`,
    )
    const { rows } = await sql.query<{ form: string; ahead: boolean }>(
      'SELECT form, coalesce(started_at > now(), false) AS ahead FROM invariant_run',
    )
    return ['new', 'all', 'coins:BTC', 'coins:ETH'].every((form) => rows.some((row) => row.form === form && row.ahead))
  })
}
