import { eventually } from '@gateway/testing/wait'
import type { Story } from './story.ts'

/**
 * Stops the gateway's own check runs for an hour, for a story that breaks invariants for a while: a check run would pause what it finds. No check run
 * is in progress afterwards; one that takes more than three minutes counts as dead.
 */
export async function pauseInvariantChecks({ sql }: Pick<Story, 'sql'>): Promise<void> {
  await eventually('the check runs to end', async () => {
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
